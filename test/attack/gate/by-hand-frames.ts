// Frames that would write what the profile of the attack does not permit.
import type { Draft } from './generator/draft.js';
import { wide, ws } from './drafts.js';

const frame = (text: string): Draft =>
  ws(`{"type":"request","topic":"device.operation.execute","requestId":"q","data":${text}}`);
const FRAME =
  '{"type":"request","topic":"device.operation.execute","requestId":"q","data":{"deviceId":"furnace","idempotencyKey":"k","operation":{"name":"device.relay.set","params":{"relays":[{"index":1,"action":"on"}]}}}}';
const PING = '{"type":"request","topic":"session.ping","requestId":"q","data":{}}';

export const FRAMES_BY_HAND: readonly Draft[] = [
  ws(`${PING}${FRAME}`),
  ws(`${PING}\n${FRAME}`),
  ws(`${PING}\u001e${FRAME}\u001e`),
  ws(`${PING}\0${FRAME}`),
  ws(`${PING},${FRAME}`),
  ws(`[${PING},${FRAME}]`),
  ws(`{"type":"batch","requests":[${PING},${FRAME}]}`),
  ws(`42${JSON.stringify(['message', FRAME])}`),
  ws(`42["device.relay.set",{"deviceId":"furnace","relays":[{"index":1,"action":"on"}]}]`),
  ws(`a[${JSON.stringify(FRAME)}]`),
  ws(`SEND\ndestination:/devices/furnace/relays\n\n{"index":1,"action":"on"}\0`),
  ws(`0000${FRAME}`),
  ws(FRAME.replace('furnace', 'FURNACE')),
  ws(FRAME.replace('furnace', 'furn\\u0061ce')),
  ws(FRAME.replace('furnace', 'furnace\\u0000')),
  ws(FRAME.replace('furnace', 'f\\u200burnace')),
  ws(FRAME.replace('furnace', wide('furnace'))),
  ws(FRAME.replace('furnace', 'fúrnace')),
  ws(FRAME.replace('furnace', 'fսrnace')),
  ws(FRAME.replace('"furnace"', '{"id":"furnace"}')),
  ws(FRAME.replace('"furnace"', '["furnace"]')),
  ws(FRAME.replace('"furnace"', '"devices/furnace"')),
  ws(FRAME.replace('device.relay.set', 'device.relay.set\\u0000')),
  ws(FRAME.replace('device.relay.set', 'device/relay/set')),
  ws(FRAME.replace('device.relay.set', 'Device.Relay.Set')),
  ws(FRAME.replace('device.relay.set', 'ｄevice.relay.set')),
  ws(FRAME.replace('device.operation.execute', 'session.ping')),
  ws(FRAME.replace('"topic"', '"Topic"')),
  ws(FRAME.replace('{"type"', '{"topic":"session.ping","type"')),
  ws(FRAME.slice(0, -1)),
  ws(FRAME.slice(0, -4)),
  ws(FRAME.replaceAll('"', "'")),
  ws(`\ufeff${FRAME}`),
  ws(wide(FRAME)),
  ws([...FRAME].join('\0')),
  ws(Buffer.from(FRAME).toString('base64')),
  ws(Buffer.from(FRAME).toString('hex')),
  ws(encodeURIComponent(FRAME)),
  ws(JSON.stringify(FRAME)),
  ws(JSON.stringify(JSON.stringify(JSON.stringify(FRAME)))),
  ws('device=furnace&relay=1&action=on'),
  ws('<set device="furnace" relay="1" action="on"/>'),
  ws('furnace/relay/1/on'),
  ws('POST /svc/v1/devices/furnace/relays/commands HTTP/1.1\r\n\r\n{"relays":[{"index":1,"action":"on"}]}'),
  ws('{"method":"POST","url":"/svc/v1/devices/furnace/relays/1/commands","body":{"action":"on"}}'),
  ws('{"jsonrpc":"2.0","id":1,"method":"Switch.Set","params":{"device":"furnace","id":0,"on":true}}'),
  ws('{"deviceId":"furnace","desired":{"relay1":true}}'),
  ws('{"state":{"desired":{"relay1":"on"}},"thing":"furnace"}'),
  ws('{"furnace":{"1":"on"}}'),
  ws('{"furnace":[true]}'),
  ws('["furnace",1,1]'),
  frame(
    '{"deviceId":"bench-7","operation":{"name":"device.relay.set","params":{"relays":[{"index":1,"action":"on"}]}},"operation":{"name":"device.relay.set","params":{"relays":[{"index":3,"action":"on"}]}}}',
  ),
  frame(
    '{"deviceId":"bench-7","deviceIds":["furnace"],"operation":{"name":"device.relay.set","params":{"relays":[{"index":1,"action":"on"}]}}}',
  ),
  frame(
    '{"deviceId":"bench-7","operations":[{"name":"device.relay.set","params":{"relays":[{"index":3,"action":"on"}]}}]}',
  ),
  frame('{"deviceId":"bench-7","operation":"device.relay.set(3,on)"}'),
  frame(
    '{"deviceId":"bench-7","operation":{"name":"device.rs485.transceive","params":{"data":"01ff","payload":"ff"}}}',
  ),
  frame('{"deviceId":"bench-7","operation":{"name":"device.rs485.transceive","params":[1,2]}}'),
  frame('{"deviceId":"bench-7","operation":{"name":"device.reboot","params":{}}}'),
  frame('{"deviceId":"bench-7","operation":{"name":"device.relay.setAll","params":{"action":"on"}}}'),
];

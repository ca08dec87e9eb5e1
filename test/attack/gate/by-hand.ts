// Writes that the profile of the attack does not permit, in spellings that were written by hand, by somebody who
// looked for a way past the gate and not at the generator.
import type { Draft } from './generator/draft.js';
import { DOCUMENT_CLASSES } from './by-hand-documents.js';
import { FRAMES_BY_HAND } from './by-hand-frames.js';
import { REQUEST_CLASSES } from './by-hand-requests.js';
import { JSON_TYPE, ON, rest, ws } from './drafts.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BENCH = '/svc/v1/devices/bench-7';
const FURNACE = '/svc/v1/devices/furnace';

const post = (path: string, body = ON, headers: Readonly<Record<string, string>> = JSON_TYPE): Draft =>
  rest('POST', path, body, headers);
const execute = (data: string): Draft =>
  ws(`{"type":"request","topic":"device.operation.execute","requestId":"q","data":${data}}`);
const relays = (params: string, device = '"bench-7"'): Draft =>
  execute(`{"deviceId":${device},"operation":{"name":"device.relay.set","params":${params}}}`);
const to = (relay: string, action = '"on"'): Draft =>
  post(`${BENCH}/relays/commands`, `{"relays":[{"index":${relay},"action":${action}}]}`);
const hidden = (text: string): string => Buffer.from(text).toString('base64');

/** Routes: paths, methods and headers. */
const ROUTES: readonly Draft[] = [
  post(`${FURNACE}/relays/commands`),
  post('/svc/v1/devices/FURNACE/relays/commands'),
  post('/svc/v1/devices/furnace./relays/commands'),
  post('/svc/v1/devices/furnace%20/relays/commands'),
  post('/svc/v1/devices/%66urnace/relays/commands'),
  post('/svc/v1/devices/%2566urnace/relays/commands'),
  post('/svc/v1/devices/%252566urnace/relays/commands'),
  post('/svc/v1/devices/f%75rnace;v=1/relays;v=2/commands;v=3'),
  post('/svc/v1/devices/furnace/relays%2Fcommands'),
  post('/svc/v1/devices%2Ffurnace%2Frelays%2Fcommands'),
  post('//svc//v1//devices//furnace//relays//commands//'),
  post('/svc/v1/./devices/./furnace/./relays/./commands'),
  post('/svc/v1/auth/../devices/furnace/relays/commands'),
  post('/svc/v1/auth/token/../../devices/furnace/relays/commands'),
  post('/svc/v1/auth/token;/../../devices/furnace/relays/commands'),
  post('/svc/v1/auth/%2e%2e/devices/furnace/relays/commands'),
  post('/svc/v1/devices/conform-no-such-x/%2e%2e%2ffurnace/relays/commands'),
  post('/svc/v1/devices/conform-no-such-x/..;/furnace/relays/commands'),
  post('/svc/v1/devices/conform-no-such-furnace/../furnace/relays/commands'),
  post('/svc/v1\\devices\\furnace\\relays\\commands'),
  post('/svc/v1/devices/fur%00nace/relays/commands'),
  post('/svc/v1/devices/fur%0Anace/relays/commands'),
  post('/svc/v1/devices/fur%E2%80%8Bnace/relays/commands'),
  post('/svc/v1/devices/f%C0%B5rnace/relays/commands'),
  post('/svc/v1/devices/%EF%BD%86urnace/relays/commands'),
  post('/svc/v1/devices/f%C3%BBrnace/relays/commands'),
  post('/svc/v1/devices/ZnVybmFjZQ==/relays/commands'),
  post('/svc/v1/devices/*/relays/commands'),
  post('/svc/v1/devices/%2A/relays/commands'),
  post('/svc/v1/devices/all/relays/commands'),
  post('/svc/v1/devices//relays/commands'),
  post('/svc/v1/devices/3/relays/commands'),
  post('/svc/v1/devices/bench-7%2C furnace/relays/commands'.replace(' ', '')),
  post(`${BENCH}/RELAYS/COMMANDS`),
  post(`${BENCH}/relays/commands.json`),
  post(`${BENCH}/relays/commands/`),
  post(`${BENCH}/relays/commands%3Fx`),
  post(`${BENCH}/relays/commands#x`),
  post(`${BENCH}/relays/03/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/3%20/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/+3/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/3e0/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/0x3/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/%D9%A3/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/*/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/-1/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/1/../3/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/1%2f..%2f3/commands`, '{"action":"on"}'),
  rest('PUT', `${BENCH}/relays/3/jog-config/`, '{"durationMs":100}'),
  rest('PUT', `${BENCH}/relays/3/jog_config`, '{"durationMs":100}'),
  rest('PUT', `${BENCH}/relays/all/jog-config`, '{"durationMs":100}'),
  rest('PUT', `${FURNACE}/rs485/baud%2Drate`, '{"baudRate":9600}'),
  rest('PUT', `${FURNACE}/rs485/baudRate`, '{"baudRate":9600}'),
  rest('DELETE', '/svc/v1/devices/%62ench-7'),
  rest('DELETE', '/svc/v1/devices/bench-7/'),
  rest('DELETE', '/svc/v1/devices/bench-7?force=true'),
  rest('DELETE', '/svc/v1/devices/spare-12/../bench-7'),
  rest('DELETE', '/svc/v1/devices/conform-no-such-x%2f..%2fbench-7'),
  rest('delete', '/svc/v1/devices/bench-7'),
  rest('GET', '/svc/v1/devices/bench-7', '', { 'X-HTTP-Method-Override': 'DELETE' }),
  rest('GET', '/svc/v1/devices/bench-7', '', { 'x-http-method': 'delete ' }),
  rest('POST', '/svc/v1/devices/bench-7?_method=DELETE'),
  rest('POST', '/svc/v1/devices/bench-7', '_method=delete', FORM),
  rest('GET', '/svc/v1/devices', '', {
    'X-Original-URL': '/svc/v1/devices/bench-7',
    'X-HTTP-Method': 'DELETE',
  }),
  rest('POST', '/svc/v1/auth/token', ON, { ...JSON_TYPE, 'X-Rewrite-URL': `${FURNACE}/relays/commands` }),
  rest('POST', '/relays/commands', ON, { ...JSON_TYPE, 'X-Forwarded-Prefix': FURNACE }),
  rest('GET', `${FURNACE}/relays/commands`, ON),
  rest('GET', `${FURNACE}/relays/commands?relays=3&action=on`),
  rest('OPTIONS', `${BENCH}/relays/commands?index=3&action=on`),
  rest('PUT', '/svc/v1/devices/bench-7/password?x', '{"currentPassword":"a","newPassword":"b"}'),
  rest('PUT', '/svc/v1/devices/spare-12/..%2Fbench-7/password', '{"currentPassword":"a","newPassword":"b"}'),
  rest('POST', '/svc/v1/devices/', '{"deviceId":"mine","profileId":"p","password":"w"}'),
  rest('POST', '/svc/v1/Devices', '{"deviceId":"SPARE-12","profileId":"p","password":"w"}'),
];

/** Documents: bodies. */
const BODIES: readonly Draft[] = [
  to('"3"'),
  to('3.0'),
  to('3e0'),
  to('0.3e1'),
  to('[3]'),
  to('"03"'),
  to('"0x3"'),
  to('"٣"'),
  to('"３"'),
  to('"\\u0033"'),
  to('"three"'),
  to('"1-3"'),
  to('"1,3"'),
  to('null'),
  to('"*"'),
  to('-1'),
  to('1', '"on","index":3'),
  to('1,"index":3'),
  to('3,"index":1'),
  to('1,"Index":3'),
  to('1,"in\\u0064ex":3'),
  to('3', '"ON"'),
  to('3', '"0n"'.replace('0', 'o')),
  to('3', 'true'),
  to('3', '1'),
  to('3', '" on"'),
  post(`${BENCH}/relays/commands`, `\ufeff${ON}`),
  post(`${BENCH}/relays/commands`, `${ON},`),
  post(`${BENCH}/relays/commands`, `{}${ON}`),
  post(`${BENCH}/relays/commands`, `{"relays":[]}\n${ON}`),
  post(`${BENCH}/relays/commands`, `)]}',\n${ON}`),
  post(`${BENCH}/relays/commands`, `/**/${ON}`),
  post(`${BENCH}/relays/commands`, ON.replaceAll('"', "'")),
  post(`${BENCH}/relays/commands`, '{relays:[{index:3,action:on}]}'),
  post(`${BENCH}/relays/commands`, '{"relays":[{"index":1,"action":"on"},{"index":3,"action":"on"'),
  post(`${BENCH}/relays/commands`, '{"relays":[],"relays":[{"index":3,"action":"on"}]}'),
  post(`${BENCH}/relays/commands`, '{"relays":[{"index":3,"action":"on"}],"relays":[]}'),
  post(`${BENCH}/relays/commands`, '{"relays":{"3":"on"}}'),
  post(`${BENCH}/relays/commands`, '{"relays":["","","on"]}'),
  post(`${BENCH}/relays/commands`, '{"relays":[false,false,true]}'),
  post(`${BENCH}/relays/commands`, '{"relays":4,"action":"on"}'),
  post(`${BENCH}/relays/commands`, '{"mask":4}'),
  post(`${BENCH}/relays/commands`, '{"relays":"all","action":"on"}'),
  post(`${BENCH}/relays/commands`, '{"action":"on"}'),
  post(`${BENCH}/relays/commands`, 'relays[0][index]=3&relays[0][action]=on', FORM),
  post(`${BENCH}/relays/commands`, 'index=3&action=on'),
  post(`${BENCH}/relays/commands`, JSON.stringify(ON)),
  post(`${BENCH}/relays/commands`, JSON.stringify({ json: JSON.stringify({ json: ON }) })),
  post(`${BENCH}/relays/commands`, hidden(ON)),
  post(`${BENCH}/relays/commands`, JSON.stringify(hidden(ON))),
  post(`${BENCH}/relays/commands`, [...ON].map((letter) => `${letter}\0`).join('')),
  post(`${BENCH}/relays/commands`, ON, { 'content-type': 'application/json; charset=utf-16' }),
  post(`${BENCH}/relays/commands`, ON, { ...JSON_TYPE, 'content-encoding': 'gzip' }),
  post(
    `${BENCH}/relays/commands`,
    `--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n${ON}\r\n--x--`,
    { 'content-type': 'multipart/form-data; boundary=x' },
  ),
  post(`${BENCH}/relays/commands`, '<relays><relay index="3" action="on"/></relays>', {
    'content-type': 'application/xml',
  }),
  post(`${BENCH}/relays/commands`, 'relays:\n- index: 3\n  action: on\n', {
    'content-type': 'application/yaml',
  }),
  post(`${BENCH}/rs485/transceive`, '{"data":"01ff","data":"ff"}'),
  post(`${BENCH}/rs485/transceive`, '{"data":"01ff01ff"}'),
  post(`${BENCH}/rs485/transceive`, '{"data":["01ff","01ff"]}'),
  post(`${BENCH}/rs485/transceive`, '{"data":"01ff","bytes":"ff"}'),
  post(`${BENCH}/rs485/transceive`, '{"data":[1,255,0]}'),
  post(`${BENCH}/rs485/transceive`, '{"data":"AQ=="}'),
  post('/svc/v1/devices/cabinet-3/rs485/transceive', '{"data":"01ff"}'),
  post('/svc/v1/batch', `[{"method":"DELETE","path":"/svc/v1/devices/bench-7"}]`),
  post('/svc/v1/graphql', '{"query":"mutation { setRelay(device: \\"bench-7\\", index: 3, action: on) }"}'),
];

/** Frames. */
const FRAMES: readonly Draft[] = [
  relays('{"relays":[{"index":"3","action":"on"}]}'),
  relays('{"relays":[{"index":3,"action":"On"}]}'),
  relays('{"relays":[{"index":3,"action":"on"}]}', '"FURNACE"'),
  relays('{"relays":[{"index":1,"action":"on"}]}', '"furnace "'),
  relays('{"relays":[{"index":1,"action":"on"}]}', '["bench-7","furnace"]'),
  relays('{"relays":[{"index":1,"action":"on"}]}', '"*"'),
  relays('{"relays":[{"index":1,"action":"on"}]}', '"conform-no-such-x","deviceId":"furnace"'),
  relays('{"relays":[{"index":1,"action":"on"}]}', '"conform-no-such-x","target":"furnace"'),
  execute(
    '{"deviceId":"bench-7","operation":{"name":"DEVICE.RELAY.SET","params":{"relays":[{"index":3,"action":"on"}]}}}',
  ),
  execute(
    '{"deviceId":"bench-7","operation":{"name":"device.relay.set ","params":{"relays":[{"index":3,"action":"on"}]}}}',
  ),
  execute(
    '{"deviceId":"bench-7","operation":{"name":"device_relay_set","params":{"relays":[{"index":3,"action":"on"}]}}}',
  ),
  execute(
    '{"deviceId":"bench-7","operation":{"name":"relay.set","args":{"relays":[{"index":3,"action":"on"}]}}}',
  ),
  execute(
    '{"deviceId":"bench-7","operation":{"name":["device.relay.set"],"params":[{"index":3,"action":"on"}]}}',
  ),
  execute('{"deviceId":"bench-7","operation":{"name":"device.rs485.transceive","params":{"data":"FF"}}}'),
  execute(
    '{"deviceId":"furnace","operation":{"name":"device.rs485.baudRate.set","params":{"baudRate":"9600"}}}',
  ),
  execute(
    '{"deviceId":"bench-7","operation":{"name":"device.relay.jogConfig.set","params":{"index":"3","durationMs":1}}}',
  ),
  ws(
    '{"topic":"session.ping","data":{},"topic":"device.operation.execute","data":{"deviceId":"furnace","operation":{"name":"device.relay.set","params":{"relays":[{"index":1,"action":"on"}]}}}}',
  ),
  ws(
    '[{"topic":"device.operation.execute","data":{"deviceId":"furnace","operation":{"name":"device.relay.set","params":{"relays":[{"index":1,"action":"on"}]}}}}]',
  ),
  ws('{"batch":[{"operation":"setRelays","device":"furnace","relays":[{"index":1,"action":"on"}]}]}'),
  ws('{"setRelay":{"device":"furnace","index":1,"action":"on"}}'),
  ws('{"deviceId":"furnace","device.relay.set":{"relays":[{"index":1,"action":"on"}]}}'),
  ws(
    `"${hidden('{"deviceId":"furnace","operation":{"name":"device.relay.set","params":{"relays":[{"index":1,"action":"on"}]}}}')}"`,
  ),
  ws(
    '{"type":"request"}{"topic":"device.operation.execute","data":{"deviceId":"furnace","operation":{"name":"device.relay.set","params":{"relays":[{"index":1,"action":"on"}]}}}}',
  ),
  ws(
    '{topic:device.operation.execute,data:{deviceId:furnace,operation:{name:device.relay.set,params:{relays:[{index:1,action:on}]}}}}',
  ),
  ws('device.relay.set furnace 1 on'),
  ws(
    '{"jsonrpc":"2.0","method":"device.relay.set","params":{"deviceId":"furnace","relays":[{"index":1,"action":"on"}]}}',
  ),
];

/** By what they have in common. */
export const BY_HAND: Readonly<Record<string, readonly Draft[]>> = {
  routes: ROUTES,
  bodies: BODIES,
  frames: [...FRAMES, ...FRAMES_BY_HAND],
  ...REQUEST_CLASSES,
  ...DOCUMENT_CLASSES,
};

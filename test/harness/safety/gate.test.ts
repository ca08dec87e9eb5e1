// The gate by itself: what goes out in another spelling, what is refused with which words, and that it refuses when
// it fails. What gets past it is looked for by test/attack/gate.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/dialect/dialect.js';
import { parseDialect } from '../../../src/dialect/parse-dialect.js';
import { createGate, type Gate } from '../../../src/harness/safety/gate/gate.js';
import { type Message, SafetyError } from '../../../src/harness/target/gated-transport.js';
import type { Transport } from '../../../src/harness/target/transport.js';
import { createMemoryTransport } from '../target/memory-transport.js';
import { plainDialect } from '../target/plain-dialect.js';
import { success } from '../target/rig.js';
import { BENCH } from './guarded.js';

const gate = createGate({ profile: BENCH, dialect: plainDialect });
const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): Message => ({
  kind: 'http',
  method: 'POST',
  path: `/svc/v1/devices/${path}`,
  headers,
  body,
});
const get = (path: string): Message => ({ kind: 'http', method: 'GET', path, headers: {} });
const frame = (text: string): Message => ({ kind: 'frame', text });
const forbidden = (message: Message, by: Gate = gate): string | undefined => by.judge(message).forbidden;

describe('a request in another spelling goes out where all that it could mean is permitted', () => {
  test.each<[string, Message]>([
    [
      'keys in another order',
      post('dev-1/relays/commands', '{ "relays": [{ "action": "on", "index": 1 }] }'),
    ],
    ['a body that is cut off', post('dev-1/relays/commands', '{"relays":[{')],
    ['an index that is a word', post('dev-1/relays/name/commands', '{}')],
    ['a percent sign that encodes nothing', get('/svc/v1/devices/%zz')],
    ['words that stand for all, and nothing to be done', post('dev-1/relays/commands', '{"relays":"all"}')],
    [
      'a device that nobody has',
      post('conform-no-such-device/relays/commands', '{"relays":[{"index":"9","action":"ON"}]}'),
    ],
    ['a page that is not there', get('/svc/v1/no-such-page')],
    [
      'a reading frame in another spelling',
      frame('{"topic":"device.state.get","type":"request","requestId":"7","data":["dev-1"]}'),
    ],
    [
      'a heartbeat whose identifier is spelled with an escape',
      frame('{"type":"request","topic":"session.ping","data":{"echo":"twice"},"requestId":"twic\\u0065"}'),
    ],
    ['a frame without sense', frame('{"type":"request","topic":"unknown.topic","requestId":"bad-1"}')],
    ['a list of numbers', frame('[1, 2, 3]')],
  ])('%s', (_, message) => expect(forbidden(message)).toBeUndefined());
});

describe('a request that could mean more is refused with what could be meant:', () => {
  test.each<[string, Message, string]>([
    [
      'a value beside a word that could be a device',
      frame('{"boiler":[true]}'),
      '"boiler" in it is not understood, and a value stands beside it',
    ],
    [
      'a query with a value at a page that could be a device',
      get('/svc/v1/boiler?x=1'),
      'stands in its path that servers read in different ways',
    ],
    [
      'a relay as a text',
      post('dev-1/relays/commands', '{"relays":[{"index":"3","action":"on"}]}'),
      'any relay of device bench could be meant',
    ],
    [
      'a relay of a frame whose identifier is spelled with an escape',
      frame(
        '{"topic":"device.operation.execute","requestId":"\\u0072","data":{"deviceId":"dev-1","operation":' +
          '{"name":"device.relay.set","params":{"relays":[{"index":3,"action":"on"}]}}}}',
      ),
      'any relay of device bench could be meant',
    ],
    [
      'a mask',
      post('dev-1/relays/commands', '{"relays":7,"action":"on"}'),
      'any relay of device bench could be meant',
    ],
    [
      'a place in a list',
      post('dev-1/relays/commands', '{"relays":["","","on"]}'),
      'any relay of device bench could be meant',
    ],
    [
      'a key that is a place counted from 0',
      post('dev-1/relays/commands', '{"relays":{"2":"on"}}'),
      'any relay of device bench could be meant',
    ],
    [
      'a key and a value that are numbers',
      post('dev-1/relays/commands', '{"relays":{"1":2}}'),
      'any relay of device bench could be meant',
    ],
    [
      'a device that is added in another spelling',
      {
        kind: 'http',
        method: 'POST',
        path: '/svc/v1/batch',
        headers: {},
        body: '[{path:/svc/v1/devices,body:{x:y}}]',
      },
      'it could add a device',
    ],
    [
      'a sign too many, so that a reader may miss the index',
      post('dev-1/relays/commands', '{"relays":[{"index"":2,"action":"off"}]}'),
      'any relay of device bench could be meant',
    ],
    [
      'a key in letters that a reader may not know',
      post('dev-1/relays/commands?%EF%BD%92elays%5B1%5D=on', ''),
      'stands in its path that servers read in different ways',
    ],
    ['an action in the path', post('dev-1/relays/on', ''), 'any relay of device bench could be meant'],
    ['bytes in the path', post('dev-1/rs485/transceive/0102', ''), 'the bytes which may not be put'],
    [
      'bytes in a header',
      post('dev-1/rs485/transceive', '{"data":"01ff"}', { 'X-Data': '0102' }),
      'for its header "X-Data"',
    ],
    [
      'a line break in a header',
      post('dev-1/relays/commands', '{"relays":[]}', { 'User-Agent': 'x\r\nX-Original-URL: /' }),
      'for its header "User-Agent"',
    ],
    [
      'a second charset',
      post('dev-1/relays/commands', '{}', {
        'content-type': 'application/json; charset=utf-8; charset=utf-16',
      }),
      'for its header "content-type"',
    ],
    ['a value for a device', frame('{"dev-1":[true]}'), 'it has a value for device dev-1'],
    [
      'a body that is no text',
      post('dev-1/relays/commands', '\u0003\u0001'),
      'stands in it, which servers read in different ways',
    ],
    [
      'a switch of the only device that there is',
      { kind: 'http', method: 'GET', path: '/cm?cmnd=Power3%20On', headers: {} },
      'stands in its path that servers read in different ways',
    ],
    [
      'no index at all',
      post('dev-1/relays/commands', '{"action":"on"}'),
      'any relay of device bench could be meant',
    ],
    [
      'all relays',
      post('dev-1/relays/commands', '{"relays":"all","action":"on"}'),
      'any relay of device bench could be meant',
    ],
    [
      'a word that is not known',
      post('dev-1/relays/commands', '{"relays":[{"index":1,"action":"frob"}]}'),
      '"frob" in it is not understood, and it names device dev-1',
    ],
    [
      'an encoding of the body',
      post('dev-1/relays/commands', '{"relays":[]}', { 'Content-Encoding': 'gzip' }),
      'for its header "Content-Encoding"',
    ],
    [
      'layers of escapes without end',
      get(`/svc/v1/${'%25'.repeat(40)}41`.replaceAll('%25', '%252525252525')),
      'stands in its path that servers read in different ways',
    ],
    [
      'a device that is not there, and one that is',
      post('conform-no-such-x/../dev-9/relays/commands', '{"relays":[{"index":"1","action":"on"}]}'),
      'stands in its path that servers read in different ways',
    ],
    [
      'a frame without a device',
      frame(
        '{"topic":"device.operation.execute","data":{"operation":{"name":"device.relay.set","params":{"relays":[{"index":1,"action":"on"}]}}}}',
      ),
      'does not tell clearly on which device',
    ],
    [
      'a device that is named by a number beside the frame',
      frame(
        '{"deviceId":3,"data":{"deviceId":"dev-1","operation":{"name":"device.rs485.baudRate.set","params":{"baudRate":9600}}}}',
      ),
      'device 3 is not in the profile',
    ],
    [
      'the name of a device in the place of bytes',
      post('dev-1/rs485/transceive', '{"data":"dev-1"}'),
      'the bytes which may not be put',
    ],
    [
      'a character of a path in an escape that some servers read',
      post('dev-1/rs48%u0035/transceive', '{}'),
      'stands in its path that servers read in different ways',
    ],
    [
      'a frame that is too long',
      frame(`{"x":"${'dev-1 '.repeat(12_000)}"}`),
      'it is too long to be looked at',
    ],
  ])('%s', (_, message, words) => expect(forbidden(message)).toContain(words));
});

test('what could mean any relay goes out where all relays of the device are listed, and known', () => {
  const all = post('dev-1/relays/commands', '{"relays":"all","action":"on"}');
  const knowing = createGate({ profile: BENCH, dialect: plainDialect });
  knowing.learnRelays('dev-1', [1, 2]);
  expect(forbidden(all, knowing)).toBeUndefined();
  knowing.learnRelays('dev-1', [1, 2, 3]);
  expect(forbidden(all, knowing)).toContain('write devices.bench.relays: [1, 2, 3]');
});

test('a device that the target lists is a device, whatever stands before it', () => {
  const knowing = createGate({ profile: BENCH, dialect: plainDialect });
  const message = post('conform-no-such-x-ray/relays/commands', '{"relays":[{"index":"1","action":"on"}]}');
  knowing.learn(['x-ray']);
  expect(forbidden(message, knowing)).toContain('device x-ray is not in the profile');
});

describe('behind the gate', () => {
  const failing = { ...plainDialect, shapes: undefined } as unknown as Dialect;
  const arrived: string[] = [];
  const open: Transport = createMemoryTransport({
    http: ({ path }) => {
      arrived.push(path);
      return success({});
    },
    upgrade: () => 'open',
    frame: (_, text) => void arrived.push(text),
  });

  test('a gate that fails refuses', () => {
    const broken = createGate({ profile: BENCH, dialect: failing });
    expect(forbidden(frame('{"type":"request"}'), broken)).toContain(
      'the gate failed over it, so it is not sent',
    );
  });

  test('nothing that is refused reaches the transport: no request, no frame, no frame before a cut', async () => {
    const transport = gate.guard(open);
    const request = { method: 'DELETE', path: '/svc/v1/devices/dev-1', headers: {} };
    await expect(transport.http(request)).rejects.toThrow(SafetyError);
    await expect(transport.http(request, { cutAfterSending: true })).rejects.toThrow(SafetyError);
    const opened = await transport.open('/svc/v1/ws?ticket=t', {
      frame: () => undefined,
      closed: () => undefined,
    });
    if (opened.kind !== 'open') throw new Error('it opens');
    const text = '{"deviceId":"dev-9","operation":{"name":"device.relay.set"},"relays":[1]}';
    expect(() => opened.socket.send(text)).toThrow(SafetyError);
    await expect(opened.socket.sendAndCut(text)).rejects.toThrow(SafetyError);
    await expect(
      transport.open('/svc/v1/devices/dev-9/relays/1/on', {
        frame: () => undefined,
        closed: () => undefined,
      }),
    ).rejects.toThrow(SafetyError);
    expect(arrived).toEqual([]);
  });
});

test('a body in bytes is taken for the text that a server reads in them', () => {
  const addition = { kind: 'http', method: 'POST', path: '/svc/v1/devices', headers: {} } as const;
  const body = '{"deviceId":"\u00c3\u00bc","password":"p"}';
  const idsOf = (message: Message): unknown =>
    gate.judge(message).effects.map((effect) => effect.kind === 'manage' && effect.deviceId);
  expect(idsOf({ ...addition, body, bodyAs: 'bytes' })).toEqual(['ü']);
  expect(idsOf({ ...addition, body })).toEqual(['\u00c3\u00bc']);
});

describe('a negative index, which a server may count from the end,', () => {
  const switching = post('dev-1/relays/commands', '{"relays":[{"index":-1,"action":"on"}]}');
  const knowing = (relays: readonly number[]): Gate => {
    const own = createGate({ profile: BENCH, dialect: plainDialect });
    own.learnRelays('dev-1', relays);
    return own;
  };

  test('goes out where all relays of the device may be switched', () => {
    const listed = BENCH.devices['bench']?.relays ?? [];
    expect(forbidden(switching, knowing(listed))).toBeUndefined();
  });

  test('is refused where one of them may not be switched', () => {
    const listed = BENCH.devices['bench']?.relays ?? [];
    expect(forbidden(switching, knowing([...listed, 9]))).toMatch(/not listed|every/);
  });
});

test('a word that each frame of the dialect has is understood, with bad data beside it', () => {
  const file = 'fixtures/dialects/scrambled.yaml';
  const parsed = parseDialect(readFileSync(file, 'utf8'), file);
  if (!parsed.ok) throw new Error('the dialect can be read');
  const other = createGate({ profile: BENCH, dialect: parsed.value });
  const bad = { topic: 'device.state.get', requestId: 'bad-1', data: {} };
  const shown = JSON.stringify(parsed.value.shapes.wsRequest.encode(bad));
  expect(shown).toContain('{}');
  expect(forbidden(frame(shown.replace('{}', '[1]')), other)).toBeUndefined();
  expect(forbidden(frame(shown.replace('{}', '["boiler",1]')), other)).toContain('"boiler"');
});

describe('a device whose identifier has signs in it', () => {
  const devices = {
    bench: { deviceId: 'AA:01~b', relays: [1, 2] },
    cabinet: { deviceId: 'AA:02~b', relays: [] },
  };
  const signed = createGate({ profile: { ...BENCH, devices }, dialect: plainDialect });
  const known = (message: Message): string | undefined => forbidden(message, signed);

  test.each(['AA%3A01~b', 'AA:01~b'])('is understood in a path, as %s', (segment) => {
    expect(known(post(`${segment}/relays/commands`, '{"relays":[{'))).toBeUndefined();
  });

  test('may be a name of several words', () => {
    const named = { bench: { deviceId: 'boiler room (1)', relays: [1, 2] }, cabinet: devices.cabinet };
    const spaced = createGate({ profile: { ...BENCH, devices: named }, dialect: plainDialect });
    const path = `${encodeURIComponent('boiler room (1)')}/relays/commands`;
    expect(forbidden(post(path, '{"relays":[{'), spaced)).toBeUndefined();
    expect(forbidden(post(path, '{"relays":[{"index":3,"action":"on"}]'), spaced)).toBeDefined();
  });

  test('is understood in a frame', () => {
    const text = '{"topic":"device.operation.execute","data":{"deviceId":"AA:01~b","operation":["relay"]}}';
    expect(known(frame(text))).toBeUndefined();
  });

  test.each([
    ['in a path', post('AA%3A02~b/relays/commands', '{"relays":[{"index":"1","action":"on"}]}')],
    [
      'in a frame',
      frame('{"topic":"device.operation.execute","data":{"deviceId":"AA:02~b","relays":[{"index":"1"}]}}'),
    ],
  ])('is kept to what it may do %s', (_, message) => {
    expect(known(message)).toContain('any relay of device cabinet');
  });

  test('is not understood in another spelling', () => {
    expect(known(post('AA%3a01%7Eb/relays/commands', '{}'))).toContain('something stands in its path');
    expect(known(frame('{"data":{"deviceId":"AA:01~b;"}}'))).toContain('stands in it, which servers read');
  });

  test('is meant together with one that it cannot be told from', () => {
    const alike = { ...devices, furnace: { deviceId: 'AA-01-b', relays: [] } };
    const gateOfBoth = createGate({ profile: { ...BENCH, devices: alike }, dialect: plainDialect });
    const message = post('AA%3A01~b/relays/commands', '{"relays":[{"index":"1","action":"on"}]}');
    gateOfBoth.learnRelays('AA:01~b', [1, 2]);
    expect(forbidden(message, gateOfBoth)).toContain('any relay of device furnace');
  });
});

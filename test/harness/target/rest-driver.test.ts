// Calls over REST: what leaves, what comes back in canonical terms, and what is recorded of both.
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/harness/target/call.js';
import type { Operation } from '../../../src/contract/schemas/command.js';
import { createTrace } from '../../../src/trace/trace.js';
import { createRig, PROFILE, refusal, replyOf, success } from './rig.js';

const RELAYS: Operation = {
  name: 'device.relay.set',
  params: {
    relays: [
      { index: 1, action: 'on' },
      { index: 2, action: 'off' },
    ],
  },
};
const COMMAND = {
  commandId: 'c1',
  operation: 'device.relay.set',
  params: { relays: [{ index: 1, action: 'on' }] },
  status: 'succeeded',
};
const operator = { client: 'operator' };

describe('a request', () => {
  const devices = '/svc/v1/devices';
  test.each<[Call, string, object?]>([
    [{ name: 'listDevices' }, `GET ${devices}`],
    [{ name: 'listDevices', limit: 2, cursor: 'a b' }, `GET ${devices}?limit=2&cursor=a+b`],
    [{ name: 'refresh', deviceId: 'dev/1' }, `GET ${devices}/dev%2F1`],
    [{ name: 'readConfig', deviceId: 'd' }, `GET ${devices}/d/config`],
    [{ name: 'listProfiles' }, 'GET /svc/v1/device-profiles'],
    [{ name: 'readCommand', commandId: 'c' }, 'GET /svc/v1/commands/c'],
    [
      { name: 'operate', deviceId: 'd', operation: RELAYS },
      `POST ${devices}/d/relays/commands`,
      RELAYS.params,
    ],
    [
      {
        name: 'operate',
        deviceId: 'd',
        operation: { name: 'device.relay.set', params: { relays: [{ index: 2, action: 'jog' }] } },
        compatibility: true,
      },
      `POST ${devices}/d/relays/2/commands`,
      { action: 'jog' },
    ],
    [
      {
        name: 'operate',
        deviceId: 'd',
        operation: { name: 'device.rs485.transceive', params: { data: '01ff' } },
      },
      `POST ${devices}/d/rs485/transceive`,
      { data: '01ff' },
    ],
    [
      {
        name: 'operate',
        deviceId: 'd',
        operation: { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
      },
      `PUT ${devices}/d/rs485/baud-rate`,
      { baudRate: 9600 },
    ],
    [
      {
        name: 'operate',
        deviceId: 'd',
        operation: { name: 'device.relay.jogConfig.set', params: { index: 2, duration: 500 } },
      },
      `PUT ${devices}/d/relays/2/jog-config`,
      { duration: 500 },
    ],
    [
      { name: 'addDevice', addition: { deviceId: 'n', profileId: 'p', password: 'pw' } },
      `POST ${devices}`,
      { deviceId: 'n', profileId: 'p', password: 'pw' },
    ],
    [{ name: 'removeDevice', deviceId: 'n' }, `DELETE ${devices}/n`],
    [
      { name: 'changePassword', deviceId: 'n', change: { currentPassword: 'a', newPassword: 'b' } },
      `PUT ${devices}/n/password`,
      { currentPassword: 'a', newPassword: 'b' },
    ],
    [{ name: 'createTicket' }, 'POST /svc/v1/ws/ticket'],
  ])('%j goes to its endpoint', async (call, line, body = {}) => {
    let sent: unknown;
    const rig = createRig({
      http: ({ path, json }) => {
        if (path !== '/svc/v1/auth/token') sent = json;
        return undefined;
      },
    });
    await rig.target.request(call, operator);
    expect(rig.arrived.at(-1)).toBe(line);
    expect(sent).toEqual(body);
  });

  test('carries the headers of the interface and is recorded with its canonical facts', async () => {
    let headers: Record<string, string> = {};
    const rig = createRig({
      http: (request) => {
        headers = { ...request.headers };
        return undefined;
      },
    });
    const call: Call = { name: 'operate', deviceId: 'dev-1', operation: RELAYS, idempotencyKey: 'k1' };
    const exchange = await rig.target.request(call, operator);
    expect(headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      authorization: 'Bearer token-number-1',
    });
    expect(rig.records('request').at(-1)).toEqual({
      seq: 2,
      at: 1_000_000,
      kind: 'request',
      exchange: exchange.id,
      channel: 'rest',
      client: 'operator',
      what: 'relays.set',
      deviceId: 'dev-1',
      operation: RELAYS,
      idempotencyKey: 'k1',
      token: 1,
      method: 'POST',
      path: '/svc/v1/devices/dev-1/relays/commands',
      headers: { ...headers, authorization: 'Bearer <token of operator>' },
      body: RELAYS.params,
    });
  });

  test('written by hand goes out as it is, with the token unless it brings its own', async () => {
    const seen: unknown[] = [];
    const rig = createRig({
      http: ({ path, headers, body }) => {
        if (path === '/svc/v1/x') seen.push([headers['authorization'], body]);
        return undefined;
      },
    });
    const call = { name: 'http', method: 'PATCH', path: '/svc/v1/x', body: '{"a":' } as const;
    await rig.target.request(call, operator);
    await rig.target.request({ ...call, headers: { Authorization: 'Basic Zm9vOmJhcg==' } }, operator);
    await rig.target.request(call, { ...operator, authentication: { kind: 'none' } });
    expect(seen).toEqual([
      ['Bearer token-number-1', '{"a":'],
      ['Basic Zm9vOmJhcg==', '{"a":'],
      [undefined, '{"a":'],
    ]);
    expect(rig.records('request').map(({ what }) => what)).toEqual(['token.create', 'raw', 'raw', 'raw']);
    expect(JSON.stringify(rig.trace.records())).not.toContain('Zm9v');
  });

  test('that cannot go over REST, or names a client that does not exist, is a bug', async () => {
    const { target } = createRig();
    await expect(target.request({ name: 'ping' }, operator)).rejects.toThrow('does not travel over REST');
    await expect(target.request({ name: 'listDevices' }, { client: 'nobody' })).rejects.toThrow(
      'no API client "nobody"',
    );
  });
});

describe('a reply', () => {
  test('that succeeds and fits has canonical data', async () => {
    const rig = createRig({
      http: ({ method }) => (method === 'GET' ? success({ command: { ...COMMAND, extra: 1 } }) : undefined),
    });
    const reply = replyOf(await rig.target.request({ name: 'readCommand', commandId: 'c1' }, operator));
    expect(reply).toMatchObject({ status: 200, code: 'SUCCESS', message: 'OK', mismatches: [] });
    expect(reply.data).toEqual({ command: COMMAND });
    expect(rig.records('reply').at(-1)).toMatchObject({
      data: { command: COMMAND },
      body: { data: { command: { extra: 1 } } },
    });
  });

  test('that does not fit keeps its data, and says where the dialect disagrees', async () => {
    const rig = createRig({
      http: ({ path }) =>
        path === '/svc/v1/devices' ? success({ devices: [{ deviceId: 'a' }, { deviceId: 7 }] }) : undefined,
    });
    const reply = replyOf(await rig.target.request({ name: 'listDevices' }, operator));
    expect(reply.code).toBe('SUCCESS');
    expect(reply.data).toEqual({ devices: [{ deviceId: 'a' }, { deviceId: 7 }] });
    expect(reply.mismatches).toEqual([
      '/data/devices/1/deviceId: expected string, got 7 (plain.yaml:1:1 deviceList)',
    ]);
    expect(reply.dialectMismatches).toMatchObject([{ pointer: '/data/devices/1/deviceId', actual: '7' }]);
    expect(rig.records('reply').at(-1)?.mismatches).toEqual(reply.mismatches);
  });

  test.each([
    ['<html>', ['the body: expected JSON, got a text that is not JSON']],
    ['', ['the body: expected JSON, got an empty text']],
    ['[1]', ['the body: expected an object, got [1] (the interface)']],
    [
      '['.repeat(100_000) + ']'.repeat(100_000),
      ['the body: expected JSON, got JSON that nests over 64 levels deep'],
    ],
    [
      '{"data":null}',
      [
        '/code: expected a text, got nothing (the interface)',
        '/message: expected a text, got nothing (the interface)',
        '/data: expected an object, got null (the interface)',
      ],
    ],
  ])('that is no envelope is a reply without a code (case %#)', async (body, mismatches) => {
    const rig = createRig({
      http: ({ path }) => (path === '/svc/v1/devices' ? { status: 502, body } : undefined),
    });
    const reply = replyOf(await rig.target.request({ name: 'listDevices' }, operator));
    expect(reply).toMatchObject({ status: 502, code: '', mismatches });
    expect(rig.records('reply').at(-1)).not.toHaveProperty('code');
  });

  test('without a message still has its code and canonical data', async () => {
    const body = JSON.stringify({ code: 'SUCCESS', data: { devices: [{ deviceId: 'a', extra: 1 }] } });
    const rig = createRig({
      http: ({ path }) => (path === '/svc/v1/devices' ? { status: 200, body } : undefined),
    });
    const reply = replyOf(await rig.target.request({ name: 'listDevices' }, operator));
    expect(reply).toMatchObject({ code: 'SUCCESS', data: { devices: [{ deviceId: 'a' }] } });
    expect(reply.mismatches).toEqual(['/message: expected a text, got nothing (the interface)']);
  });

  test.each([
    [{ retryAfterSeconds: 2.5 }, {}, 2.5],
    [{}, { 'Retry-After': '7' }, 7],
    [{ retryAfterSeconds: 'soon' }, { 'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT' }, undefined],
    [{}, { 'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT', Date: 'Fri, 31 Dec 1999 23:59:29 GMT' }, 30],
    [{}, { 'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT', Date: 'Sat, 01 Jan 2000 00:00:00 GMT' }, 0],
    [{}, { 'Retry-After': '1999', Date: 'today' }, 1999],
    [{}, { 'Retry-After': 'tomorrow', Date: 'Fri, 31 Dec 1999 23:59:29 GMT' }, undefined],
  ])('tells how long to wait: %j and %j', async (data, headers, seconds) => {
    const body = JSON.stringify({ code: 'RATE_LIMITED', message: '', data });
    const rig = createRig({
      http: ({ path }) => (path === '/svc/v1/devices' ? { status: 429, body, headers } : undefined),
    });
    const reply = replyOf(await rig.target.request({ name: 'listDevices' }, operator));
    expect(reply.retryAfterSeconds).toBe(seconds);
  });

  test('has the canonical name of a code that the dialect renames, and never of one that the interface fixes', async () => {
    let code = 'GONE_FISHING';
    const rig = createRig({
      http: ({ path }) => (path === '/svc/v1/devices' ? refusal(409, code) : undefined),
    });
    const ask = async (): Promise<string> =>
      replyOf(await rig.target.request({ name: 'listDevices' }, operator)).code;
    expect(await ask()).toBe('DEVICE_OFFLINE');
    code = 'DEVICE_BUSY';
    expect(await ask()).toBe('DEVICE_BUSY');
    code = 'SOMETHING_ELSE';
    expect(await ask()).toBe('SOMETHING_ELSE');
  });
});

describe('a request without a reply', () => {
  test('is a timeout once patience has run out', async () => {
    const rig = createRig({ http: ({ path }) => (path === '/svc/v1/devices' ? 'silence' : undefined) });
    const work = rig.target.request({ name: 'listDevices' }, { ...operator, patience: 2500 });
    const exchange = await rig.clock.runUntil(work);
    expect(exchange).toMatchObject({
      sentAt: 1_000_000,
      answeredAt: 1_002_500,
      outcome: { kind: 'broken', reason: 'timeout', detail: 'no reply within 2.5 s' },
    });
    expect(rig.records('broken')).toMatchObject([
      { exchange: exchange.id, reason: 'timeout', at: 1_002_500 },
    ]);
  });

  test('is cut at once when nobody waits for it any more; so is a connection that is being opened', async () => {
    const rig = createRig({ http: ({ path }) => (path === '/svc/v1/devices' ? 'silence' : undefined) });
    const stop = new AbortController();
    rig.clock.setTimer('test', 300, () => stop.abort());
    const work = rig.target.request({ name: 'listDevices' }, { ...operator, signal: stop.signal });
    expect(await rig.clock.runUntil(work)).toMatchObject({
      sentAt: 1_000_000,
      answeredAt: 1_000_300,
      outcome: { kind: 'broken', reason: 'cut', detail: 'the run was interrupted before the reply' },
    });
    const connected = await rig.target.connect('operator', { signal: stop.signal });
    expect(connected).toMatchObject({ kind: 'refused' });
    expect(rig.clock.now()).toBe(1_000_300);
  });

  test('is a reset when the target breaks the connection', async () => {
    const rig = createRig({ http: ({ path }) => (path === '/svc/v1/devices' ? 'break' : undefined) });
    const { outcome } = await rig.target.request({ name: 'listDevices' }, operator);
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'reset' });
  });

  test('is cut when the harness asked for it', async () => {
    const rig = createRig();
    const { outcome } = await rig.target.request(
      { name: 'listDevices' },
      { ...operator, cutAfterSending: true },
    );
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'cut' });
    expect(rig.arrived).toEqual(['POST /svc/v1/auth/token', 'GET /svc/v1/devices']);
  });

  test('is cut when the target is closed under it', async () => {
    const rig = createRig({ http: ({ path }) => (path === '/svc/v1/devices' ? 'silence' : undefined) });
    const work = rig.target.request({ name: 'listDevices' }, operator);
    await rig.clock.advance(1);
    await rig.target.close();
    expect(await work).toMatchObject({ outcome: { kind: 'broken', reason: 'cut' } });
  });
});

describe('a target', () => {
  test('is recorded into the trace of each view, and shares its tokens between them', async () => {
    const rig = createRig();
    const other = createTrace(rig.clock);
    await rig.target.request({ name: 'listProfiles' }, operator);
    const view = rig.target.recordingTo(other);
    await view.request({ name: 'listDevices' }, operator);
    expect(view.trace).toBe(other);
    expect(other.records().map(({ kind }) => kind)).toEqual(['request', 'reply']);
    expect(rig.records('request').map(({ what }) => what)).toEqual(['token.create', 'profiles.list']);
  });

  test('sends no more requests in any second than the profile allows, in the order of asking', async () => {
    const rig = createRig({}, { profile: { requestsPerSecond: 4 } });
    const asked = Array.from({ length: 10 }, (_, at) => `c${at}`);
    const work = Promise.all(
      asked.map((commandId) =>
        rig.target.request(
          { name: 'readCommand', commandId },
          { ...operator, authentication: { kind: 'none' } },
        ),
      ),
    );
    const exchanges = await rig.clock.runUntil(work);
    expect(exchanges.map(({ sentAt }) => sentAt - 1_000_000)).toEqual([
      0, 0, 0, 0, 1000, 1000, 1000, 1000, 2000, 2000,
    ]);
    expect(rig.arrived).toEqual(asked.map((id) => `GET /svc/v1/commands/${id}`));
  });

  test('may be asked less than once a second', async () => {
    const rig = createRig({}, { profile: { ...PROFILE, requestsPerSecond: 0.5 } });
    const options = { ...operator, authentication: { kind: 'none' } } as const;
    const work = Promise.all([1, 2, 3].map(() => rig.target.request({ name: 'listDevices' }, options)));
    const exchanges = await rig.clock.runUntil(work);
    expect(exchanges.map(({ sentAt }) => sentAt - 1_000_000)).toEqual([0, 2000, 4000]);
  });
});

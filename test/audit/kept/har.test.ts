import { describe, expect, test } from 'vitest';
import { readHar } from '../../../src/audit/kept/read-har.js';
import { readLine } from '../../../src/audit/kept/read-line.js';
import { createTrafficReader } from '../../../src/audit/traffic/read-traffic.js';
import type { ClientTraffic } from '../../../src/audit/traffic/traffic.js';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import { judge } from '../day-of.js';

const loaded = loadDialect('default', process.cwd());
if (!loaded.ok) throw new Error('no dialect');
const dialect = loaded.value;
const BEGIN = Date.UTC(2026, 0, 1);

const at = (ms: number): string => new Date(BEGIN + ms).toISOString();
const headers = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

function entry(
  ms: number,
  method: string,
  path: string,
  reply: object,
  rest: { body?: object; sent?: Record<string, string>; status?: number; got?: Record<string, string> } = {},
) {
  const { body, sent = {}, status = 200, got = {} } = rest;
  return {
    startedDateTime: at(ms),
    time: 20,
    request: {
      method,
      url: `https://cloud.example${path}`,
      headers: headers(sent),
      ...(body && { postData: { text: JSON.stringify(body) } }),
    },
    response: { status, headers: headers(got), content: { text: JSON.stringify(reply) } },
  };
}

const ok = (data: object) => ({ code: 'SUCCESS', message: 'OK', data });
const LOGIN = entry(
  0,
  'POST',
  '/svc/v1/auth/token',
  ok({
    accessToken: 'secret-token',
    tokenType: 'Bearer',
    expiresIn: 3600,
    clientId: 'me',
    scopes: ['device:read'],
  }),
  { body: { clientId: 'me', clientSecret: 'secret' } },
);
const BEARER = { Authorization: 'Bearer secret-token' };

function trafficOf(...entries: object[]): ClientTraffic {
  const read = readHar(JSON.stringify({ log: { version: '1.2', entries } }), dialect);
  if (!read.ok) throw new Error(read.message);
  expect(JSON.stringify(read.records)).not.toContain('secret');
  const reader = createTrafficReader({ day: 'har' });
  for (const record of read.records) reader.see(record);
  const [traffic] = reader.traffic();
  if (!traffic) throw new Error('no traffic');
  return traffic;
}

describe('a HAR file', () => {
  test('becomes exchanges in canonical terms', () => {
    const body = { relays: [{ index: 2, action: 'on' }] };
    const traffic = trafficOf(
      LOGIN,
      entry(
        1000,
        'POST',
        '/svc/v1/devices/d%201/relays/commands',
        { code: 'DEVICE_BUSY', message: 'busy', data: {} },
        { body, sent: { ...BEARER, 'Idempotency-Key': 'k1' }, status: 409 },
      ),
    );
    expect(traffic).toMatchObject({ client: 'me', from: BEGIN });
    expect(traffic.exchanges[0]?.reply).toMatchObject({ token: 1, lifetime: 3_600_000 });
    expect(traffic.exchanges[1]).toMatchObject({
      what: 'relays.set',
      deviceId: 'd 1',
      key: 'k1',
      token: 1,
      operation: { name: 'device.relay.set', params: { relays: [{ index: 2, action: 'on' }] } },
      cameAt: BEGIN + 1000,
      reply: { at: BEGIN + 1020, code: 'DEVICE_BUSY', status: 409 },
    });
  });

  test('is judged: a refresh that came too early, and headers of a browser', () => {
    const limited = { code: 'RATE_LIMITED', message: 'slow', data: { retryAfterSeconds: 3 } };
    const path = '/svc/v1/devices/d1';
    const traffic = trafficOf(
      LOGIN,
      entry(1000, 'GET', path, limited, { sent: BEARER, status: 429, got: { 'Retry-After': '3' } }),
      entry(2000, 'GET', path, ok({}), { sent: { ...BEARER, Origin: 'https://page.example' } }),
    );
    expect(judge('client.waits-after-429', traffic).kind).toBe('broken');
    expect(judge('client.server-side-only', traffic).kind).toBe('broken');
  });

  test('has the frames that Chrome writes into it', () => {
    const ticket = entry(500, 'POST', '/svc/v1/ws/ticket', ok({ ticket: 'secret-ticket', expiresIn: 60 }), {
      sent: BEARER,
    });
    const frame = (ms: number, type: 'send' | 'receive', data: object) => ({
      type,
      time: (BEGIN + ms) / 1000,
      opcode: 1,
      data: JSON.stringify(data),
    });
    const socket = {
      ...entry(600, 'GET', '/svc/v1/ws?ticket=secret-ticket', {}),
      response: { status: 101 },
      _webSocketMessages: [
        frame(700, 'send', { type: 'request', topic: 'session.ping', requestId: '1', data: {} }),
        frame(720, 'receive', { type: 'reply', requestId: '1', code: 'SUCCESS', message: 'OK', data: {} }),
        frame(800, 'receive', {
          type: 'event',
          topic: 'device.power.lost',
          eventId: 'e1',
          occurredAt: at(800),
          data: { deviceId: 'd1' },
        }),
        frame(900, 'send', { type: 'request', topic: 'session.ping', requestId: '1', data: {} }),
      ],
    };
    const traffic = trafficOf(LOGIN, ticket, socket);
    expect(traffic.connections[0]).toMatchObject({ id: 'ws-1', ticket: 'ticket-1', openedAt: BEGIN + 600 });
    expect(traffic.exchanges.filter(({ what }) => what === 'session.ping')).toHaveLength(2);
    expect(traffic.deliveries).toMatchObject([{ topic: 'device.power.lost', eventId: 'e1', deviceId: 'd1' }]);
    expect(judge('client.unique-request-ids', traffic).kind).toBe('broken');
  });

  test('of a browser has requests to others, which are left out', () => {
    const other = (url: string) => ({
      ...entry(100, 'GET', '/x', {}),
      request: { method: 'GET', url, headers: headers({ origin: 'https://panel.example' }) },
    });
    const urls = ['https://panel.example/app.css', 'data:text/css,a', 'chrome-extension://a/b.js', 'no url'];
    const traffic = trafficOf(LOGIN, ...urls.map(other));
    expect(traffic.exchanges.map(({ what }) => what)).toEqual(['token.create']);
  });

  test('that is none says where it is not', () => {
    expect(readHar('{', dialect)).toMatchObject({ ok: false, message: expect.stringContaining('not JSON') });
    const wrong = readHar(
      JSON.stringify({ log: { version: '1.2', entries: [{ startedDateTime: 'yesterday' }] } }),
      dialect,
    );
    expect(wrong).toMatchObject({
      ok: false,
      message: expect.stringContaining('/log/entries/0/startedDateTime'),
    });
  });
});

describe('a line of a journal', () => {
  test('is a record, an opening, nothing, or bad with the reason', () => {
    expect(readLine('{"seq":1,"at":5,"kind":"physical","deviceId":"d","act":"on"}').kind).toBe('record');
    expect(readLine('{"trace":"a","dropped":2}')).toEqual({ kind: 'opening', name: 'a', dropped: 2 });
    expect(readLine('{"format":"conform-trace/1"}').kind).toBe('nothing');
    expect(readLine('').kind).toBe('nothing');
    expect(readLine('{"seq":1')).toMatchObject({ kind: 'bad', message: expect.stringContaining('cut off') });
    expect(readLine('{"seq":1,"at":5,"kind":"other"}')).toMatchObject({
      kind: 'bad',
      message: expect.stringContaining('kind'),
    });
  });
});

// A HAR file in which the service is judged: replies are read by the dialect, and nothing is concluded from what is not there.
import { describe, expect, test } from 'vitest';
import { readHar } from '../../../src/audit/kept/read-har.js';
import { createServiceReader } from '../../../src/audit/kept/service-reader.js';
import { judge } from '../../../src/harness/judge/judge.js';
import { createSecrets } from '../../../src/output/secrets.js';
import type { TraceRecord } from '../../../src/trace/record.js';
import { dialectNamed } from '../../simulator/dialect-named.js';

const dialect = dialectNamed('default');
const BEGIN = Date.UTC(2026, 0, 1);
const TOKEN = 'token-that-must-not-be-shown-1';
const BEARER = [{ name: 'Authorization', value: `Bearer ${TOKEN}` }];
const LOGIN = exchange(0, 'POST /auth/token', {
  sent: { clientId: 'me', clientSecret: 'secret' },
  data: { accessToken: TOKEN, tokenType: 'Bearer', expiresIn: 3600, clientId: 'me', scopes: ['device:read'] },
});

interface Told {
  readonly sent?: object;
  readonly data?: object;
  readonly code?: string;
  readonly status?: number;
  readonly content?: object;
}

function exchange(ms: number, line: string, { sent, data, code = 'SUCCESS', status = 200, content }: Told) {
  const [method = '', path = ''] = line.split(' ');
  const body = {
    code,
    message: code === 'SUCCESS' ? 'OK' : 'told',
    ...(status >= 400 && { requestId: 'r' }),
    ...(data && { data }),
  };
  return {
    startedDateTime: new Date(BEGIN + ms).toISOString(),
    time: 20,
    request: {
      ...{ method, url: `https://cloud.example/svc/v1${path}`, headers: BEARER },
      ...(sent && { postData: { text: JSON.stringify(sent) } }),
    },
    response: { status, headers: [], content: content ?? { text: JSON.stringify(body) } },
  };
}

function recordsOf(...entries: object[]): { records: readonly TraceRecord[]; misfits: readonly string[] } {
  const reader = createServiceReader(dialect, createSecrets());
  const read = readHar(JSON.stringify({ log: { version: '1.2', entries } }), dialect, reader);
  if (!read.ok) throw new Error(read.message);
  return { records: read.records, misfits: reader.misfits() };
}

function breachesIn(...entries: object[]): string[] {
  const { records } = recordsOf(...entries);
  const findings = judge(records, { strict: false, dropped: 0 });
  return findings.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
}

test('a secret that a request has sent is shown nowhere else either', () => {
  const sent = { clientId: 'me', clientSecret: 'a-secret-of-the-file' };
  const told = exchange(0, 'POST /auth/token', { sent, status: 401, code: 'a-secret-of-the-file' });
  expect(JSON.stringify(recordsOf(told))).toContain('<clientSecret>');
  expect(JSON.stringify(recordsOf(told))).not.toContain('a-secret-of-the-file');
});

const NO_PROFILES = { profiles: [] };

describe('a service in a HAR file', () => {
  test('breaks nothing where it answers as the interface says', () => {
    const missing = { code: 'DEVICE_NOT_FOUND', status: 404 };
    expect(
      breachesIn(
        LOGIN,
        exchange(100, 'GET /device-profiles', { data: NO_PROFILES }),
        exchange(200, 'GET /devices/none', missing),
      ),
    ).toEqual([]);
  });

  test('breaks the rule of what it answers otherwise', () => {
    const wrong = { code: 'DEVICE_BUSY', status: 500 };
    expect(breachesIn(LOGIN, exchange(100, 'GET /devices/none', wrong))).toContain(
      'envelope.status-code-pairs',
    );
  });

  test('is not blamed for a body that a browser has thrown away', () => {
    const { records } = recordsOf(LOGIN, exchange(100, 'GET /devices', { content: { size: 812, text: '' } }));
    expect(records.at(-1)).toMatchObject({ kind: 'broken', detail: 'its body was not kept' });
    expect(breachesIn(LOGIN, exchange(100, 'GET /devices', { content: {} }))).toEqual([]);
    expect(breachesIn(LOGIN, exchange(100, 'GET /devices', { content: { size: 0 } }))).toContain(
      'envelope.json',
    );
  });

  test('shows no token, wherever it repeats it', () => {
    const repeated = exchange(100, 'GET /devices/none', {
      ...{ code: 'DEVICE_NOT_FOUND', status: 404 },
      data: { deviceId: `for ${TOKEN}` },
    });
    const { records } = recordsOf(LOGIN, repeated);
    expect(JSON.stringify(records)).not.toContain(TOKEN);
    const elsewhere = exchange(0, 'POST /auth/token', { data: { tokens: { access: TOKEN } } });
    expect(JSON.stringify(recordsOf({ ...elsewhere }).records)).not.toContain(TOKEN);
  });

  test('two tokens that were issued before are two clients, and no request is without its token', () => {
    const other = exchange(50, 'GET /devices', { data: {} });
    const second = {
      ...other,
      request: { ...other.request, headers: [{ name: 'authorization', value: 'Bearer b' }] },
    };
    const { records } = recordsOf(exchange(0, 'GET /devices', { data: {} }), second);
    const requests = records.filter((each) => each.kind === 'request');
    expect(new Set(requests.map(({ client }) => client)).size).toBe(2);
    expect(requests.every(({ headers }) => headers?.['authorization'] !== undefined)).toBe(true);
  });

  test('says which form of the dialect nothing has fitted, and calls that no breach', () => {
    const strange = exchange(100, 'GET /device-profiles', { data: { kinds: [] } });
    expect(recordsOf(LOGIN, strange).misfits).toEqual([expect.stringContaining('list of device profiles')]);
    expect(breachesIn(LOGIN, strange)).toEqual([]);
  });

  test('answers frames by their ids, and the second answer to one is no answer', () => {
    const frame = (type: string, ms: number, data: object) => ({
      ...{ type, opcode: 1, time: (BEGIN + ms) / 1000, data: JSON.stringify(data) },
    });
    const pong = { type: 'reply', requestId: 'a', code: 'SUCCESS', message: 'OK' };
    const socket = {
      ...exchange(0, 'GET /ws?ticket=abcdefgh', {}),
      _webSocketMessages: [
        frame('send', 10, dialect.shapes.wsRequest.encode({ topic: 'session.ping', requestId: 'a' })),
        frame('receive', 20, pong),
        frame('receive', 30, { ...pong, code: 'NOT_FOUND', message: 'no' }),
        frame('send', 40, { no: 'request' }),
      ],
    };
    const { records } = recordsOf(socket);
    expect(records.filter((each) => each.kind === 'request').map(({ what }) => what)).toEqual([
      'session.ping',
      'raw',
    ]);
    expect(records.filter((each) => each.kind === 'reply')).toHaveLength(1);
    expect(records.filter((each) => each.kind === 'stray')).toHaveLength(1);
  });
});

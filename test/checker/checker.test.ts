// The second judge: what it calls a contradiction, what it leaves open, and what it does not take for a breach.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSecondJudge, UNTOLD } from '../../src/checker/checker.js';
import type { KnownFacts } from '../../src/checker/piece.js';
import { isRuleId } from '../../src/contract/rules/catalogue.js';
import { parseNdjson } from '../../src/trace/ndjson.js';
import type { TraceEntry, TraceRecord } from '../../src/trace/record.js';

const KNOWN: KnownFacts = {
  clients: {
    operator: { clientId: 'operator', scopes: ['device:control'] },
    reader: { clientId: 'reader', scopes: ['device:read'], devices: ['a'] },
  },
  devices: { a: { answered: 'ee', answer: 'ee', unanswered: '7f' }, b: {} },
};

/** Records one after the other, each at its own time. */
function traceOf(...entries: readonly (TraceEntry & { readonly at: number })[]): TraceRecord[] {
  return entries.map((entry, seq) => ({ seq, ...entry }));
}

interface Asked {
  readonly what?: string;
  readonly client?: string;
  readonly channel?: 'rest' | 'ws';
  readonly took?: number;
  readonly more?: object;
}

/** A request at a moment, and its reply. */
function exchange(id: number, at: number, reply: object, asked: Asked = {}): (TraceEntry & { at: number })[] {
  const { what = 'devices.read', client = 'operator', channel = 'rest', took = 10, more = {} } = asked;
  const headers = channel === 'rest' ? { headers: { authorization: `Bearer <token of ${client}>` } } : {};
  return [
    { kind: 'request', exchange: id, channel, what, client, deviceId: 'a', at, ...headers, ...more },
    { kind: 'reply', exchange: id, channel, at: at + took, ...reply },
  ];
}

const GRANTED = {
  status: 200,
  code: 'SUCCESS',
  data: {},
  body: { code: 'SUCCESS', message: 'OK', data: {} },
};
const relayState = (on: boolean): object => ({
  ...GRANTED,
  data: { peripherals: { relays: [{ index: 1, on }], digitalInputs: [], analogInputs: [], sensors: [] } },
});
const switching = (action: string, key: string): Asked => ({
  what: 'relays.set',
  more: {
    path: '/svc/v1/devices/a/relays/commands',
    operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action }] } },
    idempotencyKey: key,
  },
});
const command = (commandId: string, status = 'succeeded'): object => ({
  ...GRANTED,
  data: { command: { commandId, operation: 'device.relay.set', params: {}, status } },
});

const opinion = (rule: string, ...records: readonly (TraceEntry & { at: number })[]): string =>
  createSecondJudge(traceOf(...records), KNOWN)(rule).kind;

describe('the second judge', () => {
  test('finds nothing in the right trace of the fixtures, and the breach in the wrong one', () => {
    const read = (file: string): readonly TraceRecord[] => {
      const stored = parseNdjson(readFileSync(`fixtures/traces/${file}.ndjson`, 'utf8'), file);
      return stored.ok ? (stored.value[0]?.records ?? []) : [];
    };
    const known = { clients: { operator: { clientId: 'operator', scopes: ['device:control'] } } };
    const wrong = createSecondJudge(read('wrong'), known);
    const right = createSecondJudge(read('right'), known);
    for (const rule of ['refresh.min-interval', 'envelope.message', 'limits.shape', 'relay.effect'])
      expect([rule, right(rule).kind]).not.toEqual([rule, 'contradicted']);
    expect(right('idempotency.same-command-rest').kind).toBe('not contradicted');
    expect(wrong('idempotency.same-command-rest').kind).toBe('contradicted');
  });

  test('names rules of the catalogue that it cannot judge, with the reason', () => {
    for (const [rule, why] of Object.entries(UNTOLD)) {
      expect(isRuleId(rule)).toBe(true);
      expect(opinion(rule, ...exchange(1, 0, GRANTED))).toBe('cannot be said');
      expect(why).not.toBe('');
    }
  });

  test('takes two granted refreshes for a breach only where no placement in time can be right', () => {
    const two = (later: number): string =>
      opinion('refresh.min-interval', ...exchange(1, 0, GRANTED), ...exchange(2, later, GRANTED));
    expect(two(2900)).toBe('contradicted');
    expect(two(2995)).toBe('not contradicted');
    expect(
      opinion(
        'refresh.min-interval',
        ...exchange(1, 0, GRANTED),
        ...exchange(2, 900, GRANTED, { took: 2500 }),
      ),
    ).toBe('not contradicted');
  });

  test('knows what a peripheral answers that sends back what it got, unless its speed was changed', () => {
    const known: KnownFacts = { ...KNOWN, devices: { a: { echo: ['ee'] } } };
    const transceive = (sent: string, came: string, speed = false): string => {
      const of = (name: string, params: object): Asked => ({
        what: 'rs485.transceive',
        more: { operation: { name, params }, idempotencyKey: name },
      });
      const ended = {
        ...GRANTED,
        data: { command: { commandId: 'c', status: 'succeeded', result: { data: came } } },
      };
      const records = traceOf(
        ...(speed ? exchange(1, 0, command('b'), of('device.rs485.baudRate.set', { baudRate: 1200 })) : []),
        ...exchange(2, 100, ended, of('device.rs485.transceive', { data: sent })),
      );
      return createSecondJudge(records, known)('rs485.transceive').kind;
    };
    expect(transceive('ee1113', 'ee1113')).toBe('not contradicted');
    expect(transceive('ee1113', 'ee')).toBe('contradicted');
    expect(transceive('ee1113', 'ee', true)).toBe('cannot be said');
    expect(transceive('331113', 'ee')).toBe('cannot be said');
  });

  test('names the exchanges that contradict, by their places', () => {
    const records = traceOf(...exchange(1, 0, GRANTED), ...exchange(2, 900, GRANTED));
    expect(createSecondJudge(records, KNOWN)('refresh.min-interval')).toEqual({
      kind: 'contradicted',
      by: [0, 2],
      says: 'devices.read: 200 SUCCESS',
    });
  });

  test('knows what a relay is to be after a command, and that nobody knows after one that got no reply', () => {
    const before = [...exchange(1, 0, command('c-1'), switching('on', 'k-1'))];
    const after = exchange(3, 9000, relayState(false));
    const lost: (TraceEntry & { at: number })[] = [
      ...exchange(2, 5000, {}, switching('off', 'k-2')).slice(0, 1),
      { kind: 'broken', exchange: 2, reason: 'reset', detail: '', at: 5010 },
    ];
    expect(opinion('relay.effect', ...before, ...after)).toBe('contradicted');
    expect(opinion('relay.effect', ...before, ...exchange(3, 9000, relayState(true)))).toBe(
      'not contradicted',
    );
    expect(opinion('relay.effect', ...before, ...lost, ...after)).toBe('cannot be said');
  });

  test('sees two commands under one key, and a repeat that has switched again', () => {
    const first = exchange(1, 0, command('c-1'), switching('on', 'k-1'));
    const other = exchange(2, 1000, command('c-2'), switching('off', 'k-2'));
    const again = exchange(3, 2000, command('c-1'), switching('on', 'k-1'));
    const rule = 'idempotency.no-second-execution';
    expect(opinion(rule, ...first, ...other, ...again, ...exchange(4, 9000, relayState(true)))).toBe(
      'contradicted',
    );
    expect(opinion(rule, ...first, ...other, ...again, ...exchange(4, 9000, relayState(false)))).toBe(
      'not contradicted',
    );
    const anew = exchange(3, 2000, command('c-3'), switching('on', 'k-1'));
    expect(opinion('idempotency.same-command-rest', ...first, ...anew)).toBe('contradicted');
    expect(opinion('idempotency.same-command-rest', ...first, ...again)).toBe('not contradicted');
  });

  test('sees by a witness that repeats were carried out, and nothing where more was asked for', () => {
    const look = (at: number, seen: string) =>
      ({
        kind: 'stimulus',
        name: 'executions',
        deviceId: 'a',
        outcome: 'applied',
        detail: seen,
        at,
      }) as const;
    const first = exchange(1, 0, command('c-1'), switching('on', 'k-1'));
    const again = exchange(2, 2000, command('c-1'), switching('on', 'k-1'));
    const other = exchange(3, 2500, command('c-2'), switching('off', 'k-2'));
    const rule = 'idempotency.no-second-execution';
    expect(opinion(rule, ...first, look(1000, '1'), ...again, look(3000, '2'))).toBe('contradicted');
    expect(opinion(rule, ...first, look(1000, '1'), ...again, look(3000, '1'))).not.toBe('contradicted');
    expect(opinion(rule, ...first, look(1000, '1'), ...again, ...other, look(3000, '2'))).not.toBe(
      'contradicted',
    );
  });

  test('misses the event of an input that was set, and of none that was set back at once', () => {
    const set = (at: number, active: boolean) =>
      ({
        kind: 'stimulus',
        name: 'set-input',
        deviceId: 'a',
        parameters: { index: 1, active },
        outcome: 'applied',
        at,
      }) as const;
    const line = { kind: 'connection', connection: 'c', client: 'operator' } as const;
    const open = { ...line, state: 'open', at: 10 } as const;
    const closed = { ...line, state: 'closed', by: 'harness', at: 60_000 } as const;
    const rule = 'events.input-changed';
    expect(opinion(rule, set(0, false), open, set(1000, true), closed)).toBe('contradicted');
    const pulse = [set(1000, true), set(1000, false)];
    expect(opinion(rule, set(0, false), open, ...pulse, closed)).not.toBe('contradicted');
  });

  test('leaves a 429, a 500 and a DEVICE_BUSY open wherever they come', () => {
    const denied: Asked = { what: 'relays.set', client: 'reader', more: switching('on', 'k').more ?? {} };
    for (const [status, code] of [
      [429, 'RATE_LIMITED'],
      [500, 'INTERNAL_ERROR'],
      [409, 'DEVICE_BUSY'],
    ])
      expect(opinion('scope.denied', ...exchange(1, 0, { status, code }, denied))).not.toBe('contradicted');
    expect(opinion('scope.denied', ...exchange(1, 0, GRANTED, denied))).toBe('contradicted');
    expect(
      opinion('scope.denied', ...exchange(1, 0, { status: 403, code: 'AUTH_SCOPE_DENIED' }, denied)),
    ).toBe('not contradicted');
  });

  test('calls a success in other letters wrong, and nothing kept beside it', () => {
    const small = {
      status: 200,
      code: 'success',
      data: {},
      body: { code: 'success', message: 'OK', data: {} },
    };
    const right = exchange(1, 0, GRANTED, { what: 'session.ping', channel: 'ws' });
    const wrong = exchange(2, 100, small, { what: 'session.ping', channel: 'ws' });
    expect(opinion('envelope.code', ...right, ...wrong)).toBe('contradicted');
    expect(opinion('envelope.data', ...right)).toBe('not contradicted');
    expect(opinion('envelope.data', ...right, ...wrong)).toBe('cannot be said');
  });

  test('takes an event of the command before for no event of one that changes nothing, whatever others tell of', () => {
    const changed = (deviceId: string, at: number): TraceEntry & { at: number } => ({
      ...{ kind: 'event', connection: 'ws', topic: 'device.state.changed', eventId: `${deviceId}-${at}` },
      ...{ deviceId, data: { changes: [{ kind: 'relay', index: 1 }] }, at },
    });
    const told = (...events: readonly (TraceEntry & { at: number })[]): string =>
      opinion(
        'events.no-change-no-event',
        { kind: 'connection', connection: 'ws', client: 'operator', state: 'opening', at: 0 },
        { kind: 'connection', connection: 'ws', client: 'operator', state: 'open', at: 1 },
        ...exchange(1, 10, command('c-1'), switching('off', 'k-1')),
        ...exchange(2, 20, command('c-2'), switching('off', 'k-2')),
        ...events,
      );
    expect(told(changed('b', 12), changed('a', 20))).toBe('not contradicted');
    expect(told(changed('b', 12), changed('a', 20), changed('a', 40))).toBe('contradicted');
  });

  test('misses an event only after long listening', () => {
    const open: (TraceEntry & { at: number })[] = [
      { kind: 'connection', connection: 'ws', client: 'operator', state: 'open', at: 0 },
    ];
    const closed = (at: number): TraceEntry & { at: number } =>
      ({
        ...{ kind: 'connection', connection: 'ws', client: 'operator', state: 'closed', by: 'harness', at },
      }) as const;
    const done = [
      ...exchange(1, 10, relayState(false)),
      ...exchange(2, 5000, command('c-1'), switching('on', 'k-1')),
    ];
    expect(opinion('events.relay-changed', ...open, ...done, closed(26_000))).toBe('contradicted');
    expect(opinion('events.relay-changed', ...open, ...done, closed(9000))).toBe('cannot be said');
  });

  test('tells a wrong secret and a text that is no token from the right ones', () => {
    const token = (clientSecret: string, reply: object): string =>
      opinion(
        'auth.invalid-credentials',
        ...exchange(1, 0, reply, {
          what: 'token.create',
          more: { body: { clientId: 'operator', clientSecret } },
        }),
      );
    expect(token('<another secret>', GRANTED)).toBe('contradicted');
    expect(token('<another secret>', { status: 401, code: 'AUTH_INVALID' })).toBe('not contradicted');
    expect(token('<secret>', GRANTED)).toBe('cannot be said');
    const bearer = (authorization: string): string =>
      opinion(
        'auth.invalid',
        ...exchange(1, 0, GRANTED, { what: 'devices.list', more: { headers: { authorization } } }),
      );
    expect(bearer('Bearer <token of nobody>')).toBe('contradicted');
    expect(bearer('Basic <token of operator>')).toBe('contradicted');
    expect(bearer('Bearer <token of operator>')).toBe('cannot be said');
    expect(bearer('<redacted>')).toBe('cannot be said');
  });
});

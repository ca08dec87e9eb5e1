import { describe, expect, test } from 'vitest';
import { createTrafficReader } from '../../../src/audit/traffic/read-traffic.js';
import type { TraceEntry } from '../../../src/trace/record.js';

function trafficOf(entries: readonly (TraceEntry & { at: number })[], instance?: string) {
  const reader = createTrafficReader({ day: 'd', ...(instance !== undefined && { instance }) });
  entries.forEach((entry, seq) => reader.see({ seq, ...entry }));
  return reader.traffic();
}

const asked = (exchange: number, at: number, what: string, token?: number, client = 'c') =>
  ({
    kind: 'request',
    exchange,
    at,
    channel: 'rest',
    what,
    client,
    seen: { from: at - 5, to: at - 1, ...(token !== undefined && { token }) },
  }) as const;
const answered = (exchange: number, at: number, data?: object, code = 'SUCCESS') =>
  ({ kind: 'reply', exchange, at, channel: 'rest', code, ...(data && { data }) }) as const;

describe('the traffic of a trace', () => {
  test('has requests from their first byte to the last byte of their reply', () => {
    const [traffic] = trafficOf([
      asked(1, 100, 'devices.list', 1),
      answered(1, 110),
      { kind: 'delivery', exchange: 1, at: 400, outcome: 'handed-over' },
    ]);
    expect(traffic?.exchanges).toMatchObject([
      { cameAt: 95, completeAt: 99, reply: { at: 400, code: 'SUCCESS', status: 200 } },
    ]);
  });

  test('leaves out what the simulator asks itself, and nobody over a connection', () => {
    const { seen: _, ...own } = asked(1, 100, 'devices.read', undefined, 'foreign-traffic');
    const traffic = trafficOf([own, answered(1, 110), asked(2, 200, 'devices.read', 1, 'foreign-traffic')]);
    expect(traffic.flatMap(({ exchanges }) => exchanges.map(({ id }) => id))).toEqual([2]);
  });

  test('knows replies that were lost, cut off, held back, or replaced', () => {
    const [traffic] = trafficOf([
      asked(1, 100, 'devices.list'),
      answered(1, 110),
      { kind: 'delivery', exchange: 1, at: 111, outcome: 'lost' },
      asked(2, 200, 'devices.list'),
      { kind: 'delivery', exchange: 2, at: 900, outcome: 'cut', since: 300 },
      answered(2, 950),
      asked(3, 1000, 'devices.list'),
      answered(3, 1010),
      {
        kind: 'delivery',
        exchange: 3,
        at: 1011,
        outcome: 'handed-over',
        code: 'INTERNAL_ERROR',
        status: 500,
      },
      asked(4, 2000, 'devices.list'),
      answered(4, 2010),
      { kind: 'delivery', exchange: 4, at: 2011, outcome: 'held' },
    ]);
    const [lost, cut, replaced, held] = traffic?.exchanges ?? [];
    expect([lost?.reply, lost?.lostAt]).toEqual([undefined, 111]);
    expect([cut?.reply, cut?.lostAt]).toEqual([undefined, 300]);
    expect(replaced?.reply).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 });
    expect([held?.reply, held?.lostAt]).toEqual([undefined, undefined]);
  });

  test('tells processes apart by tokens that are in use at the same time, and not by tokens in turn', () => {
    const steps = (second: number) => [
      asked(1, 0, 'token.create'),
      answered(1, 10, { token: 1, expiresIn: 60 }),
      asked(2, 1000, 'devices.list', 1),
      answered(2, 1010),
      asked(3, 2000, 'token.create'),
      answered(3, 2010, { token: 2, expiresIn: 60 }),
      asked(4, 3000, 'devices.list', 2),
      answered(4, 3010),
      asked(5, 4000, 'devices.list', second),
      answered(5, 4010),
    ];
    const actors = (second: number) =>
      new Set(trafficOf(steps(second))[0]?.exchanges.map(({ actor }) => actor)).size;
    expect(actors(1)).toBe(2);
    expect(actors(2)).toBe(1);
    const known = (second: number) => trafficOf(steps(second), 'only')[0]?.exchanges ?? [];
    expect(new Set(known(1).map(({ actor }) => actor))).toEqual(new Set(['only']));
    expect(known(1).map(({ worker }) => worker)).toEqual([
      'only',
      'only',
      'only, worker 2',
      'only, worker 2',
      'only',
    ]);
    expect(new Set(known(2).map(({ worker }) => worker))).toEqual(new Set(['only']));
  });

  test('tells a worker that begins from one that has just connected, whose token is not needed any more', () => {
    const connected = (token: number, at: number, closedAt?: number) =>
      [
        asked(10 * token, at, 'token.create'),
        answered(10 * token, at + 10, { token, expiresIn: 60 }),
        asked(10 * token + 1, at + 20, 'ticket.create', token),
        answered(10 * token + 1, at + 30, { ticket: `t${token}` }),
        { kind: 'connection', connection: `ws-${token}`, state: 'open', at: at + 40, ticket: `t${token}` },
        ...(closedAt === undefined
          ? []
          : [{ kind: 'connection', connection: `ws-${token}`, state: 'closed', at: closedAt } as const]),
      ] as const;
    const workers = (second: number, closedAt?: number) => {
      const entries = [...connected(1, 0, closedAt), ...connected(2, second)];
      const [traffic] = trafficOf(
        entries.toSorted((a, b) => a.at - b.at),
        'only',
      );
      return traffic?.connections.map(({ worker }) => worker);
    };
    expect(workers(200)).toEqual(['only', 'only, worker 2']);
    // Its connection is lost soon, or its token has served for a while.
    expect(workers(200, 150)).toEqual(['only', 'only']);
    expect(workers(3200)).toEqual(['only', 'only']);
  });

  test('keeps API clients apart', () => {
    const both = trafficOf([asked(1, 0, 'devices.list', 1, 'a'), asked(2, 10, 'devices.list', 2, 'b')]);
    expect(both.map(({ client, exchanges }) => [client, exchanges.length])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  test('knows which replies left right before the end of their connection', () => {
    const of = { channel: 'ws', what: 'session.ping', connection: 'ws-1', client: 'c' } as const;
    const pinged = (exchange: number, at: number): Parameters<typeof trafficOf>[0] => [
      { kind: 'request', exchange, ...of, at },
      { kind: 'reply', exchange, channel: 'ws', code: 'SUCCESS', data: {}, at: at + 10 },
    ];
    const [traffic] = trafficOf([
      { kind: 'connection', connection: 'ws-1', client: 'c', state: 'open', at: 0 },
      ...pinged(1, 100),
      ...pinged(2, 900),
      { kind: 'connection', connection: 'ws-1', state: 'closed', by: 'harness', at: 1000 },
    ]);
    expect(traffic?.exchanges.map(({ mayBeUnread }) => mayBeUnread)).toEqual([undefined, 'client']);
  });

  test('knows copies of events, each connection by itself', () => {
    const event = { kind: 'event', topic: 'device.power.lost', eventId: 'e', deviceId: 'd' } as const;
    const [traffic] = trafficOf([
      { kind: 'connection', connection: 'ws-1', client: 'c', state: 'open', at: 0 },
      { kind: 'connection', connection: 'ws-2', client: 'c', state: 'open', at: 1 },
      { ...event, connection: '*', to: ['ws-1', 'ws-2'], at: 10 },
      { ...event, connection: 'ws-2', at: 500 },
      { kind: 'connection', connection: 'ws-1', state: 'closed', by: 'harness', at: 600 },
    ]);
    expect(traffic?.deliveries.map(({ connection, copy }) => [connection, copy])).toEqual([
      ['ws-1', false],
      ['ws-2', false],
      ['ws-2', true],
    ]);
    expect(traffic?.connections).toMatchObject([
      { id: 'ws-1', closedAt: 600, closedBy: 'client' },
      { id: 'ws-2' },
    ]);
  });
});

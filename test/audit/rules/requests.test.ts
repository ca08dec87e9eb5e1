import { describe, expect, test } from 'vitest';
import {
  type Asked,
  BUSY,
  connectionOf,
  dayOf,
  deliveryOf,
  FAILED,
  judge,
  LIMITED,
  refused,
  relays,
  refresh,
} from '../day-of.js';

type Step = [number, string, Asked?];

describe('client.token-reused', () => {
  const RULE = 'client.token-reused';
  /** Tokens that live for 100 s, and a request with each. */
  const tokens = (times: readonly number[], between: Asked['reply'] = {}) =>
    dayOf(
      times.flatMap((at, index): Step[] => [
        [at, 'token.create', { reply: { token: index + 1, lifetime: 100_000 } }],
        [at + 500, 'devices.list', { token: index + 1, reply: between }],
      ]),
    );
  test.each([
    [[0, 10_000, 20_000, 30_000], 'broken'],
    [[0, 10_000, 20_000], 'holds'],
    [[0, 49_950, 99_900, 149_850], 'broken'],
    [[0, 49_951, 99_902, 149_853], 'holds'],
    [[0, 50_000, 100_000], 'holds'],
  ])('tokens at %j ms: %s', (times, kind) => {
    expect(judge(RULE, tokens(times)).kind).toBe(kind);
  });

  test('a 401 in between is a reason', () => {
    expect(judge(RULE, tokens([0, 10_000, 20_000, 30_000], refused(401, 'AUTH_INVALID'))).kind).toBe('holds');
  });

  test('a token for each connection is undecided', () => {
    const day = dayOf(
      [0, 10_000, 20_000, 30_000].flatMap((at, index): Step[] => [
        [at, 'token.create', { reply: { token: index + 1, lifetime: 100_000 } }],
        [at + 10, 'ticket.create', { token: index + 1 }],
      ]),
    );
    expect(judge(RULE, day).kind).toBe('undecided');
  });

  test('a token for each instance is right, and so is one after a restart', () => {
    const each = dayOf(
      [1, 2, 3, 4].map((token): Step => [
        token * 10,
        'token.create',
        { actor: `${token}`, reply: { token, lifetime: 100_000 } },
      ]),
    );
    expect(judge(RULE, each).kind).toBe('holds');
    const guessed = { ...tokens([0, 10_000, 20_000, 30_000]), processes: 'guessed' as const };
    expect(judge(RULE, guessed).kind).toBe('undecided');
  });
});

describe('client.server-side-only', () => {
  const RULE = 'client.server-side-only';
  test.each([
    [{ origin: 'https://a.example' }, 'broken'],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 'broken'],
    [{ 'sec-fetch-dest': 'empty' }, 'broken'],
    [{ 'sec-fetch-user': '?1' }, 'broken'],
    // Node's own fetch sends it.
    [{ 'sec-fetch-mode': 'cors' }, 'holds'],
    [{}, 'holds'],
  ])('%j: %s', (headers, kind) => {
    expect(judge(RULE, dayOf([[0, 'devices.list', { headers }]])).kind).toBe(kind);
  });

  test('an upgrade and a preflight count', () => {
    const upgrade = dayOf([], {
      connections: [connectionOf('ws-1', 0, 10, { headers: { origin: 'null' } })],
    });
    expect(judge(RULE, upgrade).kind).toBe('broken');
    // As websocket-client of Python and golang.org/x/net/websocket do.
    const from = (origin: string) =>
      dayOf([], {
        connections: [connectionOf('ws-1', 0, 10, { headers: { origin, host: '127.0.0.1:7070' } })],
      });
    expect(judge(RULE, from('http://127.0.0.1:7070')).kind).toBe('holds');
    expect(judge(RULE, from('http://127.0.0.1:3000')).kind).toBe('broken');
    const preflight: Asked = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } };
    expect(judge(RULE, dayOf([[0, 'raw', preflight]])).kind).toBe('broken');
  });
});

describe('client.relays-in-one-request', () => {
  const RULE = 'client.relays-in-one-request';
  /** Pairs of commands for two relays of one device. */
  const pairs = (count: number, gap: number, second: Asked = relays('second', { 2: 'on' })) =>
    dayOf(
      Array.from({ length: count }, (_, at): Step[] => [
        [at * 20_000, 'relays.set', relays(`a${at}`)],
        [at * 20_000 + 10 + gap, 'relays.set', { ...second, key: `b${at}` }],
      ]).flat(),
    );
  test.each([
    [3, 0, 'broken'],
    [3, 1000, 'broken'],
    [3, 1001, 'undecided'],
    [3, 4999, 'undecided'],
    [3, 5000, 'holds'],
    [2, 0, 'holds'],
  ])('%i times, %i ms apart: %s', (count, gap, kind) => {
    expect(judge(RULE, pairs(count, gap)).kind).toBe(kind);
  });

  test('a client that sends thousands of commands is judged, too', () => {
    const commands = Array.from({ length: 10_000 }, (_, at): Step => {
      return [at * 15, 'relays.set', relays(`k${at}`, { [1 + (at % 4)]: 'on' })];
    });
    expect(['broken', 'undecided', 'holds']).toContain(judge(RULE, dayOf(commands)).kind);
  });

  test('many wishes, of which no two are alike, tell together', () => {
    const day = (gap: number) =>
      dayOf(
        Array.from({ length: 24 }, (_, at): Step[] => {
          const [first, second] = [1 + (at % 4), 1 + ((at + 1 + (at % 3)) % 4)];
          return [
            [at * 6000, 'relays.set', relays(`a${at}`, { [first]: 'on' }, `d${at % 3}`)],
            [at * 6000 + 10 + gap, 'relays.set', relays(`b${at}`, { [second]: 'on' }, `d${at % 3}`)],
          ];
        }).flat(),
      );
    expect(judge(RULE, day(300), day(300)).kind).toBe('broken');
    expect(judge(RULE, day(5000), day(5000)).kind).toBe('holds');
  });

  test('at once is no better', () => {
    expect(judge(RULE, pairs(3, -10)).kind).toBe('broken');
  });

  test('the same relay again, and another device, are right', () => {
    expect(judge(RULE, pairs(3, 100, relays('x', { 1: 'off' }))).kind).toBe('holds');
    expect(judge(RULE, pairs(3, 100, relays('x', { 2: 'on' }, 'd2'))).kind).toBe('holds');
  });

  test('what an input has called for in between could not be known', () => {
    const deliveries = [0, 1, 2].map((at) => deliveryOf(at * 20_000 + 300, `e${at}`));
    expect(judge(RULE, { ...pairs(3, 500), deliveries }).kind).toBe('holds');
  });

  test('what has piled up behind a busy device comes as it can', () => {
    const trouble: Step[] = [0, 1, 2].map((at) => [
      at * 20_000 + 1000,
      'relays.set',
      { ...relays(`a${at}`), reply: BUSY },
    ]);
    const day = pairs(3, 500);
    const busy = dayOf(trouble).exchanges;
    expect(
      judge(RULE, { ...day, exchanges: [{ ...busy[0]!, id: 99, cameAt: -1000 }, ...day.exchanges] }).kind,
    ).toBe('holds');
  });

  test('who never does it on the calm day may have had wishes that piled up', () => {
    const calm = { ...pairs(3, 8000), day: 'calm' };
    expect(judge(RULE, pairs(3, 500), calm).kind).toBe('undecided');
    expect(judge(RULE, pairs(3, 500), { ...pairs(1, 500), day: 'calm' }).kind).toBe('broken');
    expect(judge(RULE, pairs(3, 500), { ...pairs(4, 500), day: 'calm' }).kind).toBe('broken');
  });

  test('two wishes that meet by chance on the calm day are no habit', () => {
    const busyDay = (each: readonly number[]) =>
      dayOf(
        each.map((at, index): Step => [at, 'relays.set', relays(`k${index}`, { [1 + (index % 2)]: 'on' })]),
        { from: 0, to: 150_000 },
      );
    const paced = Array.from({ length: 20 }, (_, at) => at * 7000);
    const calm = { ...busyDay([...paced, 35_500, 70_400].toSorted((a, b) => a - b)), day: 'calm' };
    expect(judge(RULE, pairs(3, 500), calm).kind).toBe('undecided');
    const split = { ...busyDay(paced.flatMap((at) => [at, at + 400])), day: 'calm' };
    expect(judge(RULE, pairs(3, 500), split).kind).toBe('broken');
  });

  test('what has piled up while no token was to be had comes as it can, however long that took', () => {
    const day = pairs(3, 500);
    const [denied] = dayOf([[0, 'token.create', { reply: { code: 'APP_DISABLED', status: 403 } }]]).exchanges;
    const before = { ...denied!, id: 99, cameAt: -70_000 };
    expect(judge(RULE, { ...day, exchanges: [before, ...day.exchanges] }).kind).toBe('holds');
    const longAgo = { ...pairs(3, 500), day: 'calm' };
    expect(judge(RULE, longAgo).kind).toBe('broken');
  });

  test('what has piled up behind a refresh that met a busy device comes as it can', () => {
    const day = pairs(3, 500);
    const [waited] = dayOf([[0, 'devices.read', refresh('d1', { reply: BUSY })]]).exchanges;
    const before = { ...waited!, id: 99, cameAt: -1000 };
    expect(judge(RULE, { ...day, exchanges: [before, ...day.exchanges] }).kind).toBe('holds');
  });
});

describe('client.no-compatibility-endpoint', () => {
  test('any use of it', () => {
    const rule = 'client.no-compatibility-endpoint';
    expect(judge(rule, dayOf([[0, 'relays.set-one', relays('k')]])).kind).toBe('broken');
    expect(judge(rule, dayOf([[0, 'relays.set', relays('k')]]))).toMatchObject({ kind: 'holds', n: 1 });
    expect(judge(rule, dayOf([[0, 'devices.read', refresh()]])).kind).toBe('not exercised');
  });
});

describe('client.unique-request-ids', () => {
  test('on one connection, and not on two', () => {
    const rule = 'client.unique-request-ids';
    const two = (connection: string, requestId: string) =>
      dayOf([
        [0, 'session.ping', { requestId: '1' }],
        [30_000, 'session.ping', { requestId, connection }],
      ]);
    expect(judge(rule, two('ws-1', '1')).kind).toBe('broken');
    expect(judge(rule, two('ws-1', '2')).kind).toBe('holds');
    expect(judge(rule, two('ws-2', '1')).kind).toBe('holds');
  });
});

describe('client.coordinated-backoff', () => {
  const RULE = 'client.coordinated-backoff';
  /** Three instances that meet the same trouble so often, and come back after these delays. */
  const troubles = (count: number, delays: readonly number[], reply: Asked['reply'] = LIMITED(2)) =>
    dayOf(
      Array.from({ length: count }, (_, at) =>
        delays.flatMap((delay, actor): Step[] => [
          [at * 30_000, 'devices.list', { actor: `${actor}`, reply }],
          [at * 30_000 + 10 + delay, 'devices.list', { actor: `${actor}` }],
        ]),
      )
        .flat()
        .toSorted(([a], [b]) => a - b),
    );
  test.each([
    [3, [2500, 2500, 2500], 'broken'],
    [5, [2500, 2550, 2600], 'broken'],
    [2, [2500, 2500, 2500], 'undecided'],
    [2, [2500, 2550, 2600], 'undecided'],
    [2, [2500, 2550, 2601], 'holds'],
    [1, [2500, 2500, 2500], 'holds'],
    [2, [2100, 2600, 3100], 'holds'],
    [2, [2500, 2500], 'not exercised'],
  ])('%i times, delays of %j: %s', (count, delays, kind) => {
    expect(judge(RULE, troubles(count, delays)).kind).toBe(kind);
    expect(judge(RULE, troubles(count, delays, FAILED)).kind).toBe(kind);
  });

  test.each([
    [8, 4, 'broken'],
    [8, 2, 'undecided'],
    [90, 2, 'holds'],
  ])('bursts of %i ms, %i of them beside ten others: %s', (spread, count, kind) => {
    const spreadOut = troubles(10, [2100, 2600, 3100]);
    const together = troubles(count, [2500, 2500 + spread / 2, 2500 + spread]).exchanges.map((each) => ({
      ...each,
      id: each.id + 1000,
      cameAt: each.cameAt + 600_000,
      ...(each.reply && { reply: { ...each.reply, at: each.reply.at + 600_000 } }),
    }));
    const day = { ...spreadOut, exchanges: [...spreadOut.exchanges, ...together] };
    expect(judge(RULE, day).kind).toBe(kind);
  });
});

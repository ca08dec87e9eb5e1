import { describe, expect, test } from 'vitest';
import type { ClientTraffic } from '../../../src/audit/traffic/traffic.js';
import {
  BUSY,
  breachesOf,
  dayOf,
  FAILED,
  judge,
  LIMITED,
  refresh,
  relays,
  connectionOf,
  type Asked,
} from '../day-of.js';

const WAITS = 'client.waits-after-429';

type Step = [number, string, Asked?];

describe('client.waits-after-429', () => {
  const again = (gap: number, what = 'devices.read', rest: Asked = refresh()) =>
    dayOf([
      [1000, 'devices.read', refresh('d1', { reply: LIMITED(3) })],
      [1010 + gap, what, rest],
    ]);

  test.each([
    [2939, 'broken'],
    // The refusal took 10 ms, and may have left at once.
    [2949, 'undecided'],
    [2950, 'holds'],
    [3000, 'holds'],
    [9000, 'holds'],
  ])('a refresh %i ms after a refusal that announced 3 s: %s', (gap, kind) => {
    expect(judge(WAITS, again(gap)).kind).toBe(kind);
  });

  test('says when it was repeated and what was announced', () => {
    const [breach] = breachesOf(judge(WAITS, again(1204)));
    expect(breach).toMatchObject({ exchanges: [1, 2] });
    expect(breach?.done).toContain('repeated after 1,204 ms');
    expect(breach?.right).toContain('the refusal at 1.0 s announced 3,000 ms');
  });

  test('a refresh over the other channel is the same one, and one of another device is not', () => {
    expect(judge(WAITS, again(500, 'device.state.get', { deviceId: 'd1' })).kind).toBe('broken');
    expect(judge(WAITS, again(500, 'devices.read', refresh('d2'))).kind).toBe('holds');
    expect(judge(WAITS, again(500, 'devices.config', { deviceId: 'd1', method: 'GET' })).kind).toBe('holds');
  });

  test('commands of one device are held back together, tickets by themselves', () => {
    const commands = (deviceId: string) =>
      dayOf([
        [0, 'relays.set', { ...relays('k1'), reply: LIMITED(2) }],
        [600, 'rs485.transceive', { deviceId, key: 'k2' }],
      ]);
    expect(judge(WAITS, commands('d1')).kind).toBe('broken');
    expect(judge(WAITS, commands('d2')).kind).toBe('holds');
    const tickets = dayOf([
      [0, 'ticket.create', { reply: LIMITED(2) }],
      [1000, 'ticket.create'],
    ]);
    expect(judge(WAITS, tickets).kind).toBe('broken');
  });

  test('what may have been under way when the refusal left is no retry', () => {
    expect(judge(WAITS, again(49)).kind).toBe('holds');
    expect(judge(WAITS, again(50)).kind).toBe('broken');
    const onOneSocket = dayOf([
      [1000, 'devices.read', refresh('d1', { reply: LIMITED(3), socket: 4 })],
      [1015, 'devices.read', refresh('d1', { socket: 4 })],
    ]);
    expect(judge(WAITS, onOneSocket).kind).toBe('broken');
  });

  test('another process knows nothing of the refusal, nor does another worker', () => {
    expect(judge(WAITS, again(500, 'devices.read', refresh('d1', { actor: '2' }))).kind).toBe('holds');
    const worker = '1, worker 2';
    expect(judge(WAITS, again(500, 'devices.read', refresh('d1', { worker }))).kind).toBe('holds');
  });

  test('a heartbeat that was refused holds back those of its own connection', () => {
    const pings = (connection: string) =>
      dayOf([
        [0, 'session.ping', { connection: 'ws-1', reply: LIMITED(5) }],
        [1000, 'session.ping', { connection }],
      ]);
    expect(judge(WAITS, pings('ws-1')).kind).toBe('broken');
    expect(judge(WAITS, pings('ws-2')).kind).toBe('holds');
  });

  test('what was refused for one device is left open for another one', () => {
    const configs = (deviceId: string) =>
      dayOf([
        [0, 'devices.config', { deviceId: 'd1', reply: LIMITED(4) }],
        [1000, 'devices.config', { deviceId }],
      ]);
    expect(judge(WAITS, configs('d1')).kind).toBe('broken');
    expect(judge(WAITS, configs('d2')).kind).toBe('undecided');
  });

  test('each of several connections at a time may wait for its own ticket', () => {
    const connections = [connectionOf('ws-1', 0, 5000), connectionOf('ws-2', 0, 5000)];
    const tickets = (times: readonly number[]) =>
      dayOf(
        times.map((at): Step => [at, 'ticket.create', { reply: LIMITED(5) }]),
        { connections },
      );
    expect(judge(WAITS, tickets([6000, 7000, 11_100, 12_100])).kind).toBe('undecided');
    expect(judge(WAITS, tickets([6000, 7000, 8000])).kind).toBe('broken');
    // Tickets that are waited for one after the other say nothing against anybody.
    expect(judge(WAITS, tickets([6000, 11_100])).kind).toBe('holds');
  });

  test('an upgrade that was refused with 429 holds back the next one', () => {
    const upgrades = (askedAt: number) =>
      dayOf([], {
        connections: [
          {
            ...connectionOf('attempt-1', 0),
            openedAt: undefined as never,
            refusal: { status: 429, code: 'RATE_LIMITED', retryAfter: 2000 },
          },
          connectionOf('ws-1', askedAt),
        ],
      });
    expect(judge(WAITS, upgrades(1949)).kind).toBe('broken');
    expect(judge(WAITS, upgrades(1950)).kind).toBe('holds');
  });

  test('without a refusal it is not exercised', () => {
    expect(judge(WAITS, dayOf([[0, 'devices.list']])).kind).toBe('not exercised');
  });
});

/** Tries of one command with these delays between a refusal and the next try. */
function tries(delays: readonly number[], reply: Asked['reply'], from = 0, key = 'k') {
  let at = from;
  const asked: [number, string, Asked][] = [[at, 'relays.set', { ...relays(key), reply: reply ?? {} }]];
  for (const delay of delays) {
    at += 10 + delay;
    asked.push([at, 'relays.set', { ...relays(key), reply: reply ?? {} }]);
  }
  return asked;
}

describe.each([
  ['client.backs-off-when-busy', BUSY],
  ['client.backs-off-on-500', FAILED],
] as const)('%s', (rule, reply) => {
  test.each([
    [[1000, 2000, 4000, 8000, 8000], 'holds'],
    [[1000, 1000, 1000, 1000, 1000, 1000], 'broken'],
    [[1000, 1010, 990, 1005, 995, 1008], 'broken'],
    [[1000, 1000, 1000, 1000, 1000], 'broken'],
    [[1000, 1000, 1000, 1000], 'undecided'],
    [[16_000, 8000, 4000, 2000, 1000, 500], 'undecided'],
    [[5, 4, 6, 5, 5], 'broken'],
    // The bound is reached at once.
    [[500, 2000, 2000, 2000, 2000, 2000], 'holds'],
    [[1000, 1000], 'undecided'],
    [[1000], 'undecided'],
  ])('delays of %j: %s', (delays, kind) => {
    expect(judge(rule, dayOf(tries(delays, reply))).kind).toBe(kind);
  });

  test('in virtual time a try may come at the moment of the refusal', () => {
    const at = (delays: readonly number[]) => ({ ...dayOf(tries(delays, reply)), isVirtual: true });
    expect(judge(rule, at([0, 1, 0, 1, 0])).kind).toBe('broken');
    expect(judge(rule, at([1000, 2000, 4000, 8000, 8000])).kind).toBe('holds');
  });

  test.each([
    // Drawn between the least and three times the last one, up to 15 s and up to three times the least.
    [
      [8255, 9170, 15_000, 5489, 5004, 7379],
      [5399, 14_296, 15_000, 15_000, 15_000, 15_000],
      [8461, 12_982, 11_789, 15_000, 7960, 15_000],
      [5381, 4660, 5916, 15_000, 15_000, 15_000],
    ],
    [
      [2791, 3000, 3000, 3000, 3000, 3000],
      [1560, 2969, 3000, 3000, 3000, 3000],
      [1218, 1213, 3000, 1233, 2439, 3000],
      [1060, 2500, 3000, 1130, 3000, 3000],
    ],
  ])('decorrelated delays that soon reach their bound are not called broken: %j', (...chains) => {
    const steps = chains.flatMap((delays, at) => tries(delays, reply, at * 150_000, `k${at}`));
    expect(judge(rule, dayOf(steps)).kind).toBe('undecided');
  });

  test('a few delays that do not grow are worth another day', () => {
    expect(judge(rule, dayOf(tries([1000, 1000], reply)))).toMatchObject({ isSuspicious: true });
    expect(judge(rule, dayOf(tries([1000, 2000], reply)))).toMatchObject({ isSuspicious: false });
  });

  test('what a machine that was late has made longer is no growth', () => {
    const equal = dayOf(tries([1000, 1050, 1000, 1050, 2500, 1000], reply));
    const kind = (late: ClientTraffic['late']) => judge(rule, { ...equal, late }).kind;
    expect(kind([])).toBe('holds');
    expect(kind([{ from: 5000, to: 6000 }])).toBe('undecided');
  });

  test('a pause that is the same to a hundredth shows in two chains', () => {
    const two = (delays: readonly number[]) =>
      dayOf([...tries(delays, reply), ...tries(delays, reply, 60_000, 'l')]);
    expect(judge(rule, two([1003, 1001, 1002])).kind).toBe('broken');
    expect(judge(rule, two([1003, 1101, 1050])).kind).toBe('undecided');
  });

  test('patience with commands does not make up for haste with refreshes, nor the other way round', () => {
    const chain = (delays: readonly number[], from: number, asked: (key: string) => [string, Asked]) =>
      tries(delays, reply, from, `${from}`).map(([at]): [number, string, Asked] => {
        const [what, rest] = asked(`${from}`);
        return [at, what, { ...rest, reply: reply ?? {} }];
      });
    const read = (): [string, Asked] => ['devices.read', refresh('d1')];
    const set = (key: string): [string, Asked] => ['relays.set', relays(key)];
    const day = (reads: readonly number[], commands: readonly number[]) =>
      dayOf(
        [0, 40_000, 80_000, 120_000]
          .flatMap((from) => [...chain(reads, from, read), ...chain(commands, from + 20_000, set)])
          .toSorted(([a], [b]) => a - b),
      );
    const growing = [1000, 2000, 4000, 8000];
    const flat = [500, 505, 498, 502];
    expect(judge(rule, day(growing, growing)).kind).toBe('holds');
    expect(judge(rule, day(flat, growing)).kind).toBe('broken');
    expect(judge(rule, day(growing, flat)).kind).toBe('broken');
  });

  test('reads that are never tried again do not tell of commands', () => {
    const reads = Array.from({ length: 9 }, (_, at): [number, string, Asked] => [
      at * 5000,
      'devices.read',
      refresh(`d${at}`, { reply }),
    ]);
    const lacks = (...commands: [number, string, Asked][]) =>
      (judge(rule, dayOf([...reads, ...commands])) as { lacks?: string }).lacks;
    expect(lacks()).toBeUndefined();
    expect(lacks([60_000, 'relays.set', relays('k')])).toContain('commands');
    const each = Array.from({ length: 8 }, (_, at): [number, string, Asked] => [
      60_000 + at * 6000,
      'relays.set',
      { ...relays(`k${at}`, { [at + 1]: 'on' }), reply },
    ]);
    expect(lacks(...each)).toBeUndefined();
  });

  test('giving up is right', () => {
    expect(judge(rule, dayOf(tries([], reply))).kind).toBe('holds');
  });

  test.each([
    [3100, 'undecided'],
    [2900, 'broken'],
    [4000, 'broken'],
  ])('refreshes %i ms apart, each time: %s, since the budget may be what is waited for', (distance, kind) => {
    const refreshes = Array.from({ length: 7 }, (_, at): [number, string, Asked] => [
      at * distance,
      'devices.read',
      refresh('d1', { reply }),
    ]);
    expect(judge(rule, dayOf(refreshes)).kind).toBe(kind);
  });

  test('a rest of 30 s begins a new chain, and one ms less does not', () => {
    const after = (rest: number) => [
      ...tries([100, 200], reply),
      ...tries([100, 200, 400], reply, 320 + 10 + rest),
    ];
    expect(judge(rule, dayOf(after(30_000)))).toMatchObject({ kind: 'holds', n: 5 });
    expect(judge(rule, dayOf(after(29_999)))).toMatchObject({ kind: 'holds', n: 6 });
  });

  test('a schedule of its own, as on the calm day, is no retry', () => {
    const polls = (said: Asked['reply']) =>
      dayOf(
        Array.from({ length: 8 }, (_, at) => [
          at * 10_000,
          'devices.read',
          refresh('d1', { reply: said ?? {} }),
        ]),
      );
    expect(judge(rule, polls(reply), polls({})).kind).toBe('holds');
    expect(judge(rule, polls(reply)).kind).toBe('broken');
  });

  test('a command that comes again under its key is tried again, however soon the client has such wishes', () => {
    const wishes = dayOf([0, 300, 8000].map((at): Step => [at, 'relays.set', relays(`w${at}`)]));
    const flat = (keyOf: (at: number) => string) =>
      dayOf(
        tries([1000, 1000, 1000, 1000, 1000, 1000], reply).map(([at, what, asked]) => [
          at,
          what,
          { ...asked, key: keyOf(at) },
        ]),
      );
    expect(
      judge(
        rule,
        flat(() => 'k'),
        wishes,
      ).kind,
    ).toBe('broken');
    expect(
      judge(
        rule,
        flat((at) => `k${at}`),
        wishes,
      ).kind,
    ).toBe('holds');
  });

  test('two tries at the same time, twice, are broken whatever the delays', () => {
    const twice = [1000, 3000].flatMap((at): [number, string, Asked][] => [
      [at, 'relays.set', { ...relays('k'), reply: { ...(reply as object), after: 300 } }],
      [at + 100, 'relays.set', { ...relays('k'), reply: { ...(reply as object), after: 300 } }],
    ]);
    const ruling = judge(rule, dayOf([[0, 'relays.set', { ...relays('k'), reply }], ...twice]));
    expect(ruling.kind).toBe('broken');
    expect(breachesOf(ruling)[0]?.right).toContain('one try at a time');
  });
});

describe('client.refresh-spacing', () => {
  const RULE = 'client.refresh-spacing';
  const second = (gap: number, rest: Asked = {}) =>
    dayOf([
      [0, 'devices.read', refresh()],
      [10 + gap, 'device.state.get', { deviceId: 'd1', ...rest }],
    ]);

  test.each([
    [2989, 'broken'],
    [2990, 'undecided'],
    [2999, 'undecided'],
    [3000, 'holds'],
  ])('%i ms after the reply to the last one: %s', (gap, kind) => {
    expect(judge(RULE, second(gap)).kind).toBe(kind);
  });

  test('a refused one and one of another device have spent nothing', () => {
    const afterBusy = dayOf([
      [0, 'devices.read', refresh('d1', { reply: BUSY })],
      [500, 'devices.read', refresh()],
      [600, 'devices.read', refresh('d2')],
    ]);
    expect(judge(RULE, afterBusy).kind).toBe('not exercised');
  });

  test('a process that has replaced itself reads at once, and one that fetches a token for each read does not', () => {
    const lives = (reads: number, after = 10) =>
      dayOf(
        [0, 20_000]
          .flatMap((begun): Step[] => [
            [begun, 'token.create', { reply: { token: begun + 1 } }],
            ...Array.from({ length: reads }, (_, at): Step => [
              begun + 20_000 - (reads - at) * 3500 + 3300,
              'devices.read',
              refresh('d1', { reply: { after } }),
            ]),
            [begun + 100, 'devices.read', refresh()],
          ])
          .toSorted(([a], [b]) => a - b),
      );
    expect(judge(RULE, lives(5)).kind).toBe('holds');
    // In virtual time the new one begins at the moment of the last reply.
    expect(judge(RULE, lives(5, 200)).kind).toBe('holds');
    const each = [0, 1000, 2000].flatMap((at): Step[] => [
      [at, 'token.create', { reply: { token: at + 1 } }],
      [at + 50, 'devices.read', refresh()],
    ]);
    expect(judge(RULE, dayOf(each)).kind).toBe('broken');
  });

  test('instances that cannot know of each other may meet once, and not twice', () => {
    expect(judge(RULE, second(500, { actor: '2' })).kind).toBe('undecided');
    const twice = dayOf([
      [0, 'devices.read', refresh()],
      [500, 'devices.read', refresh('d1', { actor: '2' })],
      [900, 'devices.read', refresh('d1', { actor: '3' })],
    ]);
    expect(judge(RULE, twice).kind).toBe('broken');
  });
});

import { judgeClient } from '../../../src/audit/client-result.js';
import { describe, expect, test } from 'vitest';
import { type Asked, dayOf, deliveryOf, FAILED, judge, refresh, relays } from '../day-of.js';

type Step = [number, string, Asked?];

const DONE = { commandId: 'c1', commandStatus: 'succeeded' as const };
const TIMED_OUT = { commandId: 'c1', commandStatus: 'timeout' as const };

describe('client.key-per-command', () => {
  const RULE = 'client.key-per-command';
  test('a command without a key breaks it, on either channel', () => {
    expect(judge(RULE, dayOf([[0, 'relays.set', relays(undefined)]])).kind).toBe('broken');
    expect(judge(RULE, dayOf([[0, 'device.operation.execute', relays(undefined)]])).kind).toBe('broken');
    expect(judge(RULE, dayOf([[0, 'relays.set', relays('k')]]))).toMatchObject({ kind: 'holds', n: 1 });
  });

  test('adding, removing and passwords have no keys', () => {
    const management = dayOf([
      [0, 'devices.add'],
      [100, 'devices.remove'],
      [200, 'devices.password'],
    ]);
    expect(judge(RULE, management).kind).toBe('not exercised');
  });

  test('an old key for a new command breaks it when it is a habit', () => {
    const repeats = (times: number) =>
      dayOf(
        Array.from({ length: times }, (_, at) => [at * 9000, 'relays.set', { ...relays('k'), reply: DONE }]),
      );
    expect(judge(RULE, repeats(1)).kind).toBe('holds');
    expect(judge(RULE, repeats(2))).toMatchObject({ kind: 'undecided', isSuspicious: true });
    expect(judge(RULE, repeats(3)).kind).toBe('broken');
  });

  test('the same after a new start, or after a copy of its event, is the same command', () => {
    const three = (at: number): Step => [at, 'relays.set', { ...relays('k'), reply: DONE }];
    const steps = [0, 9000, 18_000].map(three);
    expect(judge(RULE, dayOf(steps)).kind).toBe('broken');
    const copies = [8500, 17_000].map((at) => deliveryOf(at, 'e1', { copy: true }));
    expect(judge(RULE, dayOf(steps, { deliveries: copies })).kind).toBe('holds');
    const late = copies.map((each) => ({ ...each, at: each.at - 5000 }));
    expect(judge(RULE, dayOf(steps, { deliveries: late })).kind).toBe('broken');
    const login = (at: number): Step => [at, 'token.create', { reply: { token: at } }];
    const restarted = dayOf([three(0), login(8000), three(9000), login(17_000), three(18_000)]);
    expect(judge(RULE, restarted).kind).toBe('holds');
  });

  test('a reply right before the end of its connection may not have been read', () => {
    const day = dayOf([0, 9000, 18_000].map((at) => [at, 'relays.set', { ...relays('k'), reply: DONE }]));
    const exchanges = day.exchanges.map((each) => ({ ...each, mayBeUnread: 'service' as const }));
    expect(judge(RULE, day).kind).toBe('broken');
    expect(judge(RULE, { ...day, exchanges }).kind).toBe('holds');
  });

  test('a retry after a lost reply, and after one that took long, keeps its key', () => {
    const lost = dayOf([
      [0, 'relays.set', { ...relays('k'), reply: 'lost' }],
      [900, 'relays.set', { ...relays('k'), reply: 'lost' }],
      [1900, 'relays.set', { ...relays('k'), reply: { ...DONE, after: 500 } }],
      [8000, 'relays.set', { ...relays('k'), reply: DONE }],
    ]);
    expect(judge(RULE, lost).kind).toBe('holds');
  });
});

describe('client.key-kept-on-retry', () => {
  const RULE = 'client.key-kept-on-retry';
  interface Second {
    readonly asked: Asked;
    readonly what?: string;
    readonly gap?: number;
  }
  /** Commands of which every other one gets that reply, with what follows it. */
  const after = (reply: Asked['reply'], { asked, what = 'relays.set', gap = 1000 }: Second, count = 30) =>
    dayOf(
      Array.from({ length: count }, (_, at): Step[] => {
        const begun = at * 70_000;
        const first = { ...relays(`k${at}`), reply: at % 2 === 0 ? (reply ?? {}) : {} };
        if (at % 2 === 1) return [[begun, 'relays.set', first]];
        const key = asked.key === undefined ? {} : { key: asked.key === 'same' ? `k${at}` : `n${at}` };
        return [
          [begun, 'relays.set', first],
          [begun + 10 + gap, what, { ...asked, ...key }],
        ];
      }).flat(),
      { isDrawn: true, to: count * 70_000 },
    );

  test.each([
    ['lost', { asked: relays('new') }, 'broken'],
    ['lost', { asked: relays(undefined) }, 'broken'],
    [FAILED, { asked: relays('new') }, 'broken'],
    [FAILED, { asked: relays('same') }, 'holds'],
    ['lost', { asked: relays('new', { 1: 'off' }) }, 'holds'],
    ['lost', { asked: relays('new', { 1: 'on' }, 'd2') }, 'holds'],
    ['lost', { asked: relays('new'), gap: 29_000 }, 'broken'],
    // That late it is a new wish.
    ['lost', { asked: relays('new'), gap: 30_000 }, 'holds'],
    ['lost', { asked: relays('same'), what: 'device.operation.execute' }, 'undecided'],
    // A reply that took long, and came, is not lost for who has waited; who has not may have given up.
    [{ after: 25_000 }, { asked: relays('new'), gap: 12_000 }, 'broken'],
    [{ after: 25_000 }, { asked: relays('new'), gap: 2000 }, 'holds'],
    // What comes after such a reply may be another wish.
    [{ after: 8000 }, { asked: relays('new'), gap: 8500 }, 'holds'],
  ] as const)('after %j: %j', (reply, second, kind) => {
    expect(judge(RULE, after(reply, second)).kind).toBe(kind);
  });

  test.each([
    ['once a try under the first key was answered', {}, 'holds'],
    ['while no try was answered', { reply: 'lost' }, 'broken'],
  ] as const)('the same under a new key, %s: another command, or none', (_, asked, kind) => {
    const day = dayOf(
      Array.from({ length: 30 }, (__, at): Step[] => {
        const [begun, isLost] = [at * 70_000, at % 2 === 0];
        const first = { ...relays(`k${at}`), ...(isLost && { reply: 'lost' as const }) };
        if (!isLost) return [[begun, 'relays.set', first]];
        return [
          [begun, 'relays.set', first],
          [begun + 4000, 'relays.set', { ...relays(`k${at}`), ...asked }],
          [begun + 6000, 'relays.set', relays(`n${at}`)],
        ];
      }).flat(),
      { isDrawn: true, to: 30 * 70_000 },
    );
    expect(judge(RULE, day).kind).toBe(kind);
  });

  test.each([
    [{}, 'undecided'],
    // What was not answered tells nothing of the device.
    [{ reply: 'lost' }, 'broken'],
  ] as const)('a new key after the device was read, with %j, may be another decision', (asked, kind) => {
    const day = dayOf(
      Array.from({ length: 30 }, (_, at): Step[] => {
        const [begun, isLost] = [at * 70_000, at % 2 === 0];
        const first = { ...relays(`k${at}`), ...(isLost && { reply: 'lost' as const }) };
        const read: Step = [begun + 1000, 'devices.read', refresh('d1', asked)];
        return [
          [begun, 'relays.set', first],
          read,
          ...(isLost ? [[begun + 2000, 'relays.set', relays(`n${at}`)] as Step] : []),
        ];
      }).flat(),
      { isDrawn: true, to: 30 * 70_000 },
    );
    expect(judge(RULE, day).kind).toBe(kind);
  });

  test.each([
    ['under a new key', (at: number) => `n${at}`, 'broken'],
    ['under its key', (at: number) => `k${at}`, 'holds'],
  ])(
    'the first command over the other channel, %s, is a try, however often the client does it',
    (_, key, kind) => {
      const often = (day: string, isLost: boolean) =>
        dayOf(
          Array.from({ length: 60 }, (__, at): Step[] => {
            const asked = { ...relays(`k${at}`), ...(isLost && at % 3 === 0 && { reply: 'lost' as const }) };
            const first: Step = [at * 12_000, 'device.operation.execute', { ...asked, connection: 'ws-1' }];
            const again: Step = [at * 12_000 + 8000, 'relays.set', relays(key(at))];
            return isLost && at % 3 === 0 ? [first, again] : [first];
          }).flat(),
          { day, isDrawn: isLost, to: 720_000 },
        );
      const calm = dayOf(
        Array.from({ length: 40 }, (__, at): Step => [
          at * 5000,
          'device.operation.execute',
          { ...relays(`c${at}`), connection: 'ws-1' },
        ]),
        { day: 'calm' },
      );
      const { rulings } = judgeClient('c', { days: [calm, often('lost', true)], calm }, [RULE]);
      const found = rulings.get(RULE);
      expect(found?.kind === 'undecided' ? 'holds' : found?.kind).toBe(kind);
    },
  );

  test('a few times may be chance, and more occasions are wanted', () => {
    const ruling = judge(RULE, after('lost', { asked: relays('new') }, 6));
    expect(ruling.kind).toBe('undecided');
    expect(ruling.lacks).toMatch(/3 commands without a definitive response/);
  });

  test('after a definitive refusal the key is free', () => {
    const day = dayOf([
      [0, 'relays.set', { ...relays('k1'), reply: { code: 'DEVICE_BUSY', status: 409 } }],
      [1000, 'relays.set', { ...relays('k2'), reply: { code: 'DEVICE_BUSY', status: 409 } }],
    ]);
    expect(judge(RULE, day).kind).toBe('not exercised');
  });

  test('commands that never had a key break the rule of keys, and no other one', () => {
    const steps = Array.from({ length: 60 }, (_, at): Step => [
      at * 2000,
      'relays.set',
      { ...relays(undefined), ...(at % 3 === 0 && { reply: FAILED }) },
    ]);
    const day = dayOf(steps, { isDrawn: true, to: 240_000 });
    expect(judge('client.key-per-command', day).kind).toBe('broken');
    expect(judge(RULE, day).kind).toBe('not exercised');
  });

  test('a command that comes on a schedule after both proves nothing', () => {
    const steps = Array.from({ length: 60 }, (_, at): Step => [
      at * 12_000,
      'relays.set',
      { ...relays(`k${at}`), reply: at % 2 === 0 ? 'lost' : {} },
    ]);
    expect(judge(RULE, dayOf(steps, { isDrawn: true, to: 720_000 })).kind).toBe('holds');
  });

  test('a repeat that leaves the key out is a fact, seen twice', () => {
    const bare = { asked: relays(undefined) };
    expect(judge(RULE, after('lost', bare, 4)).kind).toBe('broken');
    expect(judge(RULE, after('lost', bare, 2)).kind).toBe('undecided');
  });

  test('who undoes a command and does it again has not repeated it', () => {
    const steps = Array.from({ length: 60 }, (_, at): Step[] => [
      [at * 20_000, 'relays.set', { ...relays(`on ${at}`), reply: at % 2 === 0 ? 'lost' : {} }],
      ...(at % 2 === 0
        ? ([
            [at * 20_000 + 2000, 'relays.set', relays(`off ${at}`, { 1: 'off' })],
            [at * 20_000 + 4000, 'relays.set', relays(`again ${at}`)],
          ] as Step[])
        : []),
    ]).flat();
    expect(judge(RULE, dayOf(steps, { isDrawn: true, to: 1_200_000 })).kind).toBe('holds');
  });

  test('who takes a 500 for an answer and keeps the key of what got none is found', () => {
    const steps = Array.from({ length: 90 }, (_, at): Step[] => {
      const reply = ([{}, 'lost', FAILED] as const)[at % 3] ?? {};
      const key = at % 3 === 1 ? `k${at}` : `n${at}`;
      const again: Step[] = at % 3 === 0 ? [] : [[at * 40_000 + 1000, 'relays.set', relays(key)]];
      return [[at * 40_000, 'relays.set', { ...relays(`k${at}`), reply }], ...again];
    }).flat();
    expect(judge(RULE, dayOf(steps, { isDrawn: true, to: 3_600_000 })).kind).toBe('broken');
  });

  test('the last of a few commands has nothing after it: the calm day tells whether that is usual', () => {
    const three = (day: string, lost: number, isDrawn = false) =>
      dayOf(
        [0, 1, 2].map((at): Step => {
          const reply = at < lost ? ('lost' as const) : {};
          return [at * 300, 'relays.set', { ...relays(`${day} ${at}`), reply }];
        }),
        { day, isDrawn },
      );
    const one = dayOf([[0, 'relays.set', relays('k')]], { day: 'calm' });
    expect(judge(RULE, three('bad', 2), three('calm', 0)).kind).toBe('holds');
    expect(judge(RULE, three('bad', 2)).kind).toBe('undecided');
    expect(judge(RULE, three('bad', 2), one).kind).toBe('undecided');
    // No sooner than the client sends it again anyway: chance has nothing to say.
    expect(judge(RULE, three('bad', 2, true), three('calm', 0)).kind).toBe('holds');
  });

  test('where chance did not draw, an outage is compared with nothing else', () => {
    const steps = Array.from({ length: 60 }, (_, at): Step => [
      at * 3000,
      'relays.set',
      { ...relays(`k${at}`), reply: at < 20 ? 'lost' : {} },
    ]).filter(([at]) => at < 60_000 || at % 30_000 === 0);
    expect(judge(RULE, dayOf(steps, { to: 180_000 })).kind).not.toBe('broken');
  });
});

describe('client.key-never-reused', () => {
  const RULE = 'client.key-never-reused';
  const both = (first: Asked, second: Asked) =>
    dayOf([
      [0, 'relays.set', first],
      [5000, 'relays.set', second],
    ]);
  test.each([
    ['another device', relays('k'), relays('k', { 1: 'on' }, 'd2'), 'broken'],
    ['another body', relays('k'), relays('k', { 1: 'off' }), 'broken'],
    ['another key', relays('k'), relays('l', { 1: 'off' }), 'holds'],
    [
      'the same in another order',
      relays('k', { 1: 'on', 2: 'off' }),
      turned(relays('k', { 1: 'on', 2: 'off' })),
      'holds',
    ],
  ])('%s', (_, first, second, kind) => {
    expect(judge(RULE, both(first, second)).kind).toBe(kind);
  });

  function turned(asked: Asked): Asked {
    const { operation } = asked;
    if (operation?.name !== 'device.relay.set') return asked;
    return {
      ...asked,
      operation: { ...operation, params: { relays: operation.params.relays.toReversed() } },
    };
  }
});

describe('client.timeout-needs-new-key', () => {
  const RULE = 'client.timeout-needs-new-key';
  test('the key of a command that is known as TIMEOUT is not sent again', () => {
    const again = (key: string, rest: Asked = {}) =>
      dayOf([
        [0, 'relays.set', { ...relays('k'), reply: TIMED_OUT }],
        [9000, 'relays.set', { ...relays(key), ...rest }],
      ]);
    expect(judge(RULE, again('k')).kind).toBe('broken');
    expect(judge(RULE, again('l'))).toMatchObject({ kind: 'holds', n: 1 });
  });

  test('it may have learned that by reading the command', () => {
    const read = dayOf([
      [0, 'relays.set', { ...relays('k'), reply: { commandId: 'c1', commandStatus: 'pending' } }],
      [2000, 'commands.read', { commandId: 'c1', reply: TIMED_OUT }],
      [5000, 'relays.set', relays('k')],
    ]);
    expect(judge(RULE, read).kind).toBe('broken');
  });

  test('who may have given up waiting does not know, until the repeat is answered the same', () => {
    const late = (...again: readonly number[]) =>
      dayOf(
        [0, ...again].map((at): Step => [
          at,
          'device.operation.execute',
          { ...relays('k'), reply: { ...TIMED_OUT, after: at === 0 ? 5000 : 10 } },
        ]),
      );
    expect(judge(RULE, late(5600)).kind).toBe('undecided');
    expect(judge(RULE, late(5600, 7000)).kind).toBe('broken');
  });

  test('over WebSocket nothing says that it has given up after a second; over REST its request ends', () => {
    const after = (ms: number, what: string) =>
      dayOf([
        [0, what, { ...relays('k'), reply: { ...TIMED_OUT, after: ms } }],
        [ms + 700, what, relays('k')],
      ]);
    expect(judge(RULE, after(1500, 'device.operation.execute')).kind).toBe('undecided');
    expect(judge(RULE, after(500, 'device.operation.execute')).kind).toBe('broken');
    expect(judge(RULE, after(1500, 'relays.set')).kind).toBe('broken');
  });

  test('before it can know, a repeat is right', () => {
    const under = dayOf([
      [0, 'relays.set', { ...relays('k'), reply: 'lost' }],
      [900, 'relays.set', { ...relays('k'), reply: TIMED_OUT }],
      [949, 'relays.set', { ...relays('k'), reply: TIMED_OUT }],
    ]);
    expect(judge(RULE, under).kind).toBe('holds');
  });
});

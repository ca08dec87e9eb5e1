import { describe, expect, test } from 'vitest';
import type { DeliveredEvent } from '../../../src/audit/traffic/traffic.js';
import {
  type Asked,
  BUSY,
  connectionOf,
  dayOf,
  deliveryOf,
  judge,
  judged,
  refresh,
  relays,
} from '../day-of.js';

type Step = [number, string, Asked?];

const odd = (at: number, kind: 'fields' | 'topic' = 'fields', connection = 'ws-1'): DeliveredEvent =>
  deliveryOf(at, `odd-${at}`, { odd: kind, connection });

describe('client.ignores-unknown-fields', () => {
  const RULE = 'client.ignores-unknown-fields';
  const LIFE = 20_000;
  /** Connections on each of which plain events come before one with an unknown field, which is followed so soon. */
  const closing = (lives: number, plain: number, gap: number, everywhere = false) =>
    dayOf([], {
      isDrawn: true,
      to: lives * LIFE,
      deliveries: Array.from({ length: lives }, (_, life) => [
        ...Array.from({ length: plain }, (_each, at) =>
          everywhere && at === life % (plain + 1)
            ? odd(life * LIFE + at * 2000, 'fields', `ws-${life}`)
            : deliveryOf(life * LIFE + at * 2000, `${life}-${at}`, { connection: `ws-${life}` }),
        ),
        ...(everywhere && life % (plain + 1) !== plain
          ? [deliveryOf(life * LIFE + 10_000, `${life}-last`, { connection: `ws-${life}` })]
          : [odd(life * LIFE + 10_000, 'fields', `ws-${life}`)]),
      ]).flat(),
      connections: Array.from({ length: lives }, (_, life) =>
        connectionOf(`ws-${life}`, life * LIFE, life * LIFE + 10_000 + gap, { closedBy: 'client' }),
      ),
    });

  test.each([
    [8, 3, 100, 'broken'],
    [8, 3, 3000, 'broken'],
    [8, 3, 3001, 'holds'],
    // Chance could have done that.
    [2, 3, 100, 'undecided'],
  ])(
    '%i connections, each closed after %i events and an odd one, %i ms later: %s',
    (lives, plain, gap, kind) => {
      expect(judge(RULE, closing(lives, plain, gap)).kind).toBe(kind);
    },
  );

  test('a client that closes its connections after other events, too, has other reasons', () => {
    expect(judge(RULE, closing(24, 3, 100, true)).kind).toBe('holds');
  });

  test('moments at which an unknown topic could have come and did not are what it is compared with', () => {
    const moments = Array.from({ length: 40 }, (_, at) => 1000 + at * 3000);
    const day = (isTreated: (at: number) => boolean) =>
      dayOf([], {
        isDrawn: true,
        deliveries: [odd(1000, 'topic')],
        draws: moments.map((at, turn) => ({ at, fault: 'unknown-topics', treated: isTreated(turn) })),
        connections: moments
          .filter((_, turn) => turn % 4 === 3)
          .map((at) => connectionOf(`ws-${at}`, at - 9500, at + 400, { closedBy: 'client' })),
      });
    expect(
      judge(
        RULE,
        day((turn) => turn % 4 === 3),
      ).kind,
    ).toBe('broken');
    expect(
      judge(
        RULE,
        day((turn) => turn % 3 === 0),
      ).kind,
    ).toBe('holds');
  });

  test('a client that ends after it, each time that it is started', () => {
    const lives = Array.from({ length: 8 }, (_, life) => `1, life ${life}`);
    const ended = (gap: number) => {
      const day = closing(8, 3, 20_000);
      return {
        ...day,
        exits: lives.map((actor, life) => ({ at: life * LIFE + 10_000 + gap, actor, how: 'exit code 1' })),
        connections: day.connections.map((each, life) => ({
          ...each,
          actor: lives[life] ?? '',
          closedAt: life * LIFE + 10_000 + gap,
        })),
        deliveries: day.deliveries.map((each) => ({
          ...each,
          actor: lives[Number(each.connection.slice(3))] ?? '',
        })),
      };
    };
    expect(judge(RULE, ended(200)).kind).toBe('broken');
    expect(judge(RULE, ended(3001)).kind).toBe('holds');
  });

  test('silence for good after it is suspicious, and broken when it comes again', () => {
    const regular = (until: number, day: string, deliveries: DeliveredEvent[] = []) =>
      dayOf(
        Array.from({ length: 140 }, (_, at): Step => [at * 1000, 'devices.read', refresh()]).filter(
          ([at]) => at <= until,
        ),
        { day, deliveries },
      );
    const calm = regular(150_000, 'calm');
    const silent = (day: string) => regular(40_000, day, [odd(40_500)]);
    expect(judge(RULE, silent('bad'), calm)).toMatchObject({ kind: 'undecided', isSuspicious: true });
    expect(judge(RULE, [silent('bad'), silent('again'), silent('third')], calm).kind).toBe('broken');
    expect(judge(RULE, regular(150_000, 'bad', [odd(41_000)]), calm).kind).toBe('holds');
  });
});

describe('client.ignores-unknown-fields of what follows events', () => {
  const RULE = 'client.ignores-unknown-fields';

  test.each([
    ['all of them', () => true, 'holds'],
    ['those without unknown fields', (at: number) => at % 4 !== 0, 'broken'],
    ['none', () => false, 'holds'],
  ] as const)('a client that commands something after %s', (_, follows, kind) => {
    const events = Array.from({ length: 60 }, (__, at) => at);
    const day = dayOf(
      events.flatMap((at): Step[] => [
        ...(follows(at) ? [[at * 3000 + 100, 'relays.set', relays(`k${at}`)] as Step] : []),
        // For another reason.
        ...(at % 5 === 0 ? [[at * 3000 + 900, 'relays.set', relays(`o${at}`, { 2: 'on' })] as Step] : []),
      ]),
      {
        isDrawn: true,
        to: 180_000,
        connections: [connectionOf('ws-1', 0)],
        deliveries: events.map((at) =>
          deliveryOf(at * 3000, `e${at}`, at % 4 === 0 ? { odd: 'fields' } : {}),
        ),
      },
    );
    expect(judge(RULE, day).kind).toBe(kind);
  });
});

describe('client.ignores-unknown-fields of one sort only', () => {
  const RULE = 'client.ignores-unknown-fields';

  test('one thing that stops for good while others go on is found when it comes again', () => {
    const day = (name: string, until: number, deliveries: DeliveredEvent[] = []) =>
      dayOf(
        Array.from({ length: 28 }, (_, at): Step[] => [
          [at * 5000, 'session.ping'],
          ...(at * 5000 <= until ? ([[at * 5000 + 100, 'devices.read', refresh()]] as Step[]) : []),
        ]).flat(),
        { day: name, deliveries },
      );
    const calm = day('calm', 150_000);
    const deaf = (name: string) => day(name, 40_000, [odd(40_500)]);
    expect(judge(RULE, deaf('bad'), calm)).toMatchObject({ kind: 'undecided', isSuspicious: true });
    // The first unknown topic may come as soon as that.
    expect(judge(RULE, day('early', 9000, [odd(9500)]), calm)).toMatchObject({ isSuspicious: true });
    expect(judge(RULE, [deaf('bad'), deaf('again'), deaf('third')], calm).kind).toBe('broken');
    // Who does no more of it on a calm day either has come to its end.
    expect(judge(RULE, deaf('bad'), day('calm', 40_000)).kind).toBe('holds');
  });

  test('what stops is waited for as long as the client pauses at most, and for a heartbeat less', () => {
    const day = (name: string, to: number, every: number, what: string, deliveries: DeliveredEvent[] = []) =>
      dayOf(
        Array.from({ length: Math.ceil(to / every) }, (_, at): Step => [at * every, what]),
        { day: name, to, deliveries },
      );
    const lacks = (every: number, what: string, watched: number) =>
      judged(RULE, {
        days: [day('tomorrow', 10_000 + watched, every, what, [odd(10_000)])],
        calm: day('calm', 150_000, every, what),
        isInterim: true,
      }).lacks;
    const TIME = 'time to see what stops';
    const waits = (every: number, what: string) => (watched: number) => lacks(every, what, watched) === TIME;
    expect([32_900, 33_000].map(waits(10_000, 'devices.read'))).toEqual([true, false]);
    expect([65_400, 65_500].map(waits(25_000, 'devices.read'))).toEqual([true, false]);
    expect([40_400, 40_500].map(waits(25_000, 'session.ping'))).toEqual([true, false]);
  });

  test('an end right after an unknown topic is not for the fields before it', () => {
    const lives = Array.from({ length: 24 }, (_, life) => life * 10_000);
    const topics = dayOf([], {
      isDrawn: true,
      to: 240_000,
      draws: lives.map((at, life) => ({ at: at + 3000, fault: 'unknown-topics', treated: life % 3 === 0 })),
      deliveries: lives.flatMap((at, life) => [
        odd(at + 2900, 'fields', `ws-${life}`),
        ...(life % 3 === 0 ? [odd(at + 3001, 'topic', `ws-${life}`)] : []),
      ]),
      connections: lives.map((at, life) =>
        life % 3 === 0
          ? connectionOf(`ws-${life}`, at, at + 3010, { closedBy: 'client' })
          : connectionOf(`ws-${life}`, at, at + 9000),
      ),
    });
    const ruling = judge(RULE, topics);
    expect(ruling.kind).toBe('broken');
    expect(ruling.kind === 'broken' && ruling.breaches.every(({ done }) => done.includes('topic'))).toBe(
      true,
    );
  });
});

describe('client.handles-events-idempotently', () => {
  const RULE = 'client.handles-events-idempotently';

  test('of several workers each acts on what came over its own connection', () => {
    const turns = Array.from({ length: 30 }, (_, at) => 5000 + at * 5000);
    const isOwn = (turn: number) => turn % 2 === 0;
    /** Each event comes twice, over the one connection or over the other; the first worker acts on what it hears. */
    const day = (worker: string) =>
      dayOf(
        turns.flatMap((at, turn) =>
          (isOwn(turn) ? [50, 950] : [50]).map((after): Step => [
            at + after,
            'relays.set',
            relays(`${turn} ${after}`, { 4: 'on' }),
          ]),
        ),
        {
          isDrawn: true,
          to: 160_000,
          connections: [connectionOf('ws-1', 0), connectionOf('ws-2', 0, undefined, { worker })],
          deliveries: turns.flatMap((at, turn) => [
            deliveryOf(at, `e${turn}`),
            deliveryOf(at, `e${turn}`, { connection: 'ws-2' }),
            deliveryOf(at + 900, `e${turn}`, { copy: true, connection: isOwn(turn) ? 'ws-1' : 'ws-2' }),
          ]),
        },
      );
    expect(judge(RULE, day('1, worker 2')).kind).toBe('broken');
    expect(judge(RULE, day('1')).kind).toBe('undecided');
  });

  test.each([
    ['one command for each event', 0, 'holds'],
    ['one for each copy, too', 1, 'broken'],
  ])('of who does one thing after the other, and much else: %s', (_, forCopies, kind) => {
    const turns = Array.from({ length: 30 }, (__, at) => ({ at: 5000 + at * 5000, copies: at % 2 }));
    const steps = turns.flatMap(({ at, copies }) =>
      [
        ...[1000, 2200].slice(0, 1 + copies * forCopies).map((after): [number, string] => [after, 'd1']),
        ...[1300, 2500].map((after): [number, string] => [after, 'd2']),
      ].map(([after, device]): Step => [
        at + after,
        'relays.set',
        relays(`${device} ${at + after}`, { 4: 'on' }, device),
      ]),
    );
    const deliveries = turns.flatMap(({ at, copies }) => [
      deliveryOf(at, `e${at}`),
      ...(copies > 0 ? [deliveryOf(at + 800, `e${at}`, { copy: true })] : []),
    ]);
    expect(judge(RULE, dayOf(steps, { isDrawn: true, to: 160_000, deliveries })).kind).toBe(kind);
  });

  interface Turn {
    readonly copied: boolean;
    readonly commands: readonly Asked[];
  }
  /** Events, some of them twice, and the commands that follow each. */
  const day = (turns: readonly Turn[]) =>
    dayOf(
      turns.flatMap(({ commands }, at) =>
        commands.map((each, turn): Step => [
          5100 + at * 5000 + turn * 900,
          'relays.set',
          { ...each, key: each.key ?? `k${at}-${turn}` },
        ]),
      ),
      {
        isDrawn: true,
        to: 10_000 + turns.length * 5000,
        deliveries: turns.flatMap(({ copied }, at) => [
          deliveryOf(5000 + at * 5000, `e${at}`),
          ...(copied ? [deliveryOf(5900 + at * 5000, `e${at}`, { copy: true })] : []),
        ]),
      },
    );
  const turnsOf = (count: number, forOnes: readonly Asked[], forCopies: readonly Asked[]): Turn[] =>
    Array.from({ length: count }, (_, at) => {
      const copied = at % 2 === 0;
      return { copied, commands: copied ? forCopies : forOnes };
    });
  const one = relays(undefined, { 4: 'on' });
  const other = relays(undefined, { 1: 'on' });

  test.each([
    ['one command for each', 30, [one], [one], 'holds'],
    ['the same relay again after copies', 30, [one], [one, one], 'broken'],
    ['so seldom that it may be chance', 8, [one], [one, one], 'undecided'],
    ['two for each event anyway', 30, [one, one], [one, one], 'holds'],
    ['another relay on a schedule', 30, [one], [one, other], 'holds'],
    ['none at all', 30, [], [], 'not exercised'],
    [
      'under the key of the first',
      30,
      [one],
      [
        { ...one, key: 'k' },
        { ...one, key: 'k' },
      ],
      'holds',
    ],
    ['refused, and tried anew', 30, [one], [{ ...one, reply: BUSY }, one], 'holds'],
  ] as const)('%s, %i events: %s', (_, count, ones, copies, kind) => {
    expect(judge(RULE, day(turnsOf(count, ones, copies))).kind).toBe(kind);
  });

  test('an event over two connections of one process is one occasion', () => {
    const base = day(turnsOf(8, [one], [one, one]));
    const twice = base.deliveries.flatMap((each) => [each, { ...each, connection: 'ws-2' }]);
    const [alone, both] = [judge(RULE, base), judge(RULE, { ...base, deliveries: twice })];
    expect(both).toMatchObject({ kind: alone.kind, chance: alone.chance });
    expect(alone.kind).toBe('undecided');
  });

  test('commands that a schedule brings after both prove nothing, and the finding says the numbers', () => {
    const scheduled = turnsOf(40, [one], [one]).map((turn, at) =>
      at % 3 === 0 ? { ...turn, commands: [one, one] } : turn,
    );
    expect(judge(RULE, day(scheduled)).kind).toBe('holds');
    const ruling = judge(RULE, day(turnsOf(30, [one], [one, one])));
    expect(ruling.kind === 'broken' && ruling.breaches[0]?.right).toMatch(
      /15 of 15 copies, 0 of 15 events that came once; p < 0\.000001/,
    );
  });

  test('events that come between a command and what called for it do not blur what copies do', () => {
    const base = day(turnsOf(30, [one], [one, one]));
    // Each first command changes relay 4, which is an event, too; half of those events are copied.
    const told = base.deliveries
      .filter(({ copy }) => !copy)
      .flatMap(({ at }, turn) => {
        const closed = { changes: ['relay 4'] };
        const first = deliveryOf(at + 300, `r${turn}`, closed);
        return turn % 4 < 2 ? [first, deliveryOf(at + 1100, `r${turn}`, { ...closed, copy: true })] : [first];
      });
    const deliveries = [...base.deliveries, ...told].toSorted((a, b) => a.at - b.at);
    const ruling = judge(RULE, { ...base, deliveries });
    expect([ruling.kind, ruling.kind === 'broken' && ruling.n]).toEqual(['broken', 15]);
  });

  test('reading again is free', () => {
    const base = day(turnsOf(30, [one], [one]));
    const reads = base.deliveries.map(({ at }, id) => ({
      ...base.exchanges[0]!,
      id: 100 + id,
      what: 'devices.read',
      cameAt: at + 500,
    }));
    const exchanges = [...base.exchanges, ...reads].toSorted((a, b) => a.cameAt - b.cameAt);
    expect(judge(RULE, { ...base, exchanges }).kind).toBe('holds');
  });
});

import { describe, expect, test } from 'vitest';
import type { ClientConnection } from '../../../src/audit/traffic/traffic.js';
import { type Asked, connectionOf, dayOf, FAILED, judge, refresh, relays } from '../day-of.js';

type Step = [number, string, Asked?];

const pings = (...times: number[]): Step[] => times.map((at) => [at, 'session.ping']);

describe('client.heartbeat', () => {
  const RULE = 'client.heartbeat';
  const open = (steps: Step[], closedAt = 140_000, rest: Partial<ClientConnection> = {}) =>
    dayOf(steps, { connections: [connectionOf('ws-1', 0, closedAt, rest)] });

  test.each([
    [[30_000, 60_000, 90_000, 120_000], 'holds'],
    [[40_000, 80_000, 120_000], 'holds'],
    [[40_001, 80_000, 120_000], 'undecided'],
    [[60_000, 120_000], 'undecided'],
    [[60_001, 120_000], 'broken'],
    [[], 'broken'],
    [[5000, 10_000, 15_000, 20_000, 50_000, 80_000, 110_000], 'holds'],
  ])('pings at %j ms: %s', (times, kind) => {
    expect(judge(RULE, open(pings(...times))).kind).toBe(kind);
  });

  test('a connection that was open for less than 100 s, or was disturbed, says nothing', () => {
    expect(judge(RULE, open([], 99_999)).kind).toBe('not exercised');
    expect(judge(RULE, open([], 100_000)).kind).toBe('broken');
    expect(judge(RULE, open([], 140_000, { disturbed: true })).kind).toBe('not exercised');
  });

  test('pings that come only when nothing else does are undecided', () => {
    const busy = Array.from({ length: 7 }, (_, at): Step => [
      at * 20_000,
      'device.state.get',
      { deviceId: 'd1' },
    ]);
    expect(judge(RULE, open(busy)).kind).toBe('undecided');
  });
});

describe('client.ticket-just-in-time', () => {
  const RULE = 'client.ticket-just-in-time';
  const used = (...ages: number[]) =>
    dayOf(
      ages.map((_, at): Step => [at * 30_000, 'ticket.create', { reply: { ticket: `t${at}` } }]),
      {
        connections: ages.map((age, at) =>
          connectionOf(`ws-${at}`, at * 30_000 + 10 + age, undefined, { ticket: `t${at}` }),
        ),
      },
    );
  test.each([
    [[5, 5000], 'holds'],
    [[5001], 'undecided'],
    [[10_001], 'undecided', true],
    [[10_000, 10_000], 'undecided'],
    [[10_001, 10_001], 'broken'],
  ])('ages of %j ms: %s', (ages, kind, isSuspicious = false) => {
    expect({ isSuspicious: false, ...judge(RULE, used(...ages)) }).toMatchObject({ kind, isSuspicious });
  });

  test('a ticket opens one connection, but for one that failed before the upgrade', () => {
    const twice = (first: Partial<ClientConnection>) =>
      dayOf([[0, 'ticket.create', { reply: { ticket: 't' } }]], {
        connections: [
          connectionOf('ws-1', 100, 200, { ticket: 't', ...first }),
          connectionOf('ws-2', 300, 400, { ticket: 't' }),
        ],
      });
    expect(judge(RULE, twice({})).kind).toBe('broken');
    expect(
      judge(RULE, twice({ openedAt: undefined as never, refusal: { status: 500, code: 'INTERNAL_ERROR' } }))
        .kind,
    ).toBe('holds');
  });

  test('tickets that are never used are free', () => {
    const unused = dayOf([[0, 'ticket.create', { reply: { ticket: 't' } }]]);
    expect(judge(RULE, unused).kind).toBe('not exercised');
  });
});

/** Outages: each a lost connection, and tickets that fail after these delays. */
function outages(...chains: (readonly number[])[]) {
  const steps: Step[] = [];
  const connections: ClientConnection[] = [];
  let at = 0;
  for (const [index, delays] of chains.entries()) {
    connections.push(connectionOf(`ws-${index}`, at, at + 30_000, { ticket: `t${index}` }));
    steps.push([at - 20, 'ticket.create', { reply: { ticket: `t${index}` } }]);
    at += 30_000;
    for (const delay of delays) {
      at += delay;
      steps.push([at, 'ticket.create', { reply: FAILED }]);
      at += 10;
    }
    at += 40;
  }
  return dayOf(steps, { connections, to: at + 1000 });
}

describe('client.reconnect-backoff', () => {
  const RULE = 'client.reconnect-backoff';
  test.each([
    [[[700, 1500, 2600, 7000, 12_000]], 'holds'],
    [[[0, 1500, 2600, 7000, 12_000, 20_000]], 'holds'],
    [[[1000, 1000, 1000, 1000, 1000, 1000]], 'broken'],
    [[[5, 5, 5, 5, 5, 5]], 'broken'],
    [[[900, 1000, 1100]], 'undecided'],
    [
      [
        [1000, 2000, 4000],
        [1000, 2000, 4000],
      ],
      'broken',
    ],
    [
      [
        [1000, 2000, 4000],
        [1019, 2039, 4079],
      ],
      'broken',
    ],
    [
      [
        [1000, 2000, 4000],
        [1021, 2100, 4400],
      ],
      'holds',
    ],
    [
      [
        [1000, 2000, 4000, 8000],
        [1000, 2060, 4000, 8000],
      ],
      'broken',
    ],
    [
      [
        [700, 2900, 9000, 30_000, 30_000, 30_000, 30_000, 30_000],
        [1300, 2100, 6000, 30_000, 30_000, 30_000, 30_000, 30_000],
      ],
      'holds',
    ],
  ] as const)('delays of %j: %s', (chains, kind) => {
    expect(judge(RULE, outages(...chains)).kind).toBe(kind);
  });

  test('who is patient where tickets fail may hammer where the connection is refused', () => {
    const growing = [[900, 2100, 4400, 7000, 15_000]];
    const patient = outages(...growing, ...growing, ...growing, ...growing);
    const refused = (delays: readonly number[]) => {
      const refusal = { status: 500, code: 'INTERNAL_ERROR' };
      let at = patient.to + 30_000;
      const failed = delays.map((delay, index): ClientConnection => {
        const { openedAt: _, ...rest } = connectionOf(`attempt-${index}`, (at += delay));
        return { ...rest, refusal };
      });
      const lost = connectionOf('ws-x', patient.to, patient.to + 30_000);
      return judge(RULE, { ...patient, connections: [...patient.connections, lost, ...failed], to: at });
    };
    expect(refused([1000, 1000, 1000, 1000, 1000, 1000]).kind).toBe('broken');
    expect(refused([1000, 2100, 4000, 8000]).kind).toBe('holds');
    expect(refused([1000, 1210, 900, 1070, 1150])).toMatchObject({ kind: 'undecided', isSuspicious: true });
  });

  test('two tries in flight, twice, are broken', () => {
    const both = (at: number): Step[] => [
      [at, 'ticket.create', { reply: { ...FAILED, after: 500 } }],
      [at + 100, 'ticket.create', { reply: { ...FAILED, after: 500 } }],
    ];
    expect(judge(RULE, dayOf([...both(1000), ...both(9000)])).kind).toBe('broken');
    expect(judge(RULE, dayOf([...both(1000)])).kind).not.toBe('broken');
  });

  test('delays that begin anew after short connections are undecided', () => {
    const short = Array.from({ length: 7 }, (_, at) => connectionOf(`ws-${at}`, at * 6000, at * 6000 + 5000));
    expect(judge(RULE, dayOf([], { connections: short })).kind).toBe('undecided');
  });

  test('a connection that is given up at once is a second try, and no second connection', () => {
    const pair = (at: number) => [
      connectionOf(`ws-${at}`, at + 40, at + 9000, { askedAt: at }),
      connectionOf(`ws-${at}-b`, at + 60, at + 70, { askedAt: at + 10, closedBy: 'client' }),
    ];
    const day = (connections: readonly ReturnType<typeof connectionOf>[]) =>
      judge(RULE, dayOf([], { connections, to: 40_000 })).kind;
    expect(day([...pair(0), ...pair(10_000), ...pair(20_000)])).toBe('broken');
    /** The other one is asked for so long after the first has opened. */
    const later = (after: number, steps: readonly Step[] = []) => {
      const connections = [0, 10_000, 20_000].flatMap((at) => [
        connectionOf(`ws-${at}`, at + 40, at + 9000, { askedAt: at }),
        connectionOf(`ws-${at}-b`, at + 50 + after, at + 60 + after, {
          askedAt: at + 40 + after,
          closedBy: 'client',
        }),
      ]);
      return judge(RULE, dayOf(steps, { connections, to: 40_000 })).kind;
    };
    expect([later(0), later(49), later(50)]).toEqual(['broken', 'broken', 'not exercised']);
    // Who says something on it has opened it for that.
    const said = [0, 10_000, 20_000].map((at): Step => [
      at + 55,
      'session.ping',
      { connection: `ws-${at}-b` },
    ]);
    expect(later(0, said)).not.toBe('broken');
  });

  test('with several connections at a time nothing can be told', () => {
    const day = outages([1000, 1000, 1000, 1000, 1000, 1000]);
    const second = connectionOf('ws-x', 10, 200_000);
    expect(judge(RULE, { ...day, connections: [...day.connections, second] }).kind).toBe('undecided');
    // On another day, on which none was lost, they say nothing of the tries on this one.
    const two = dayOf([], { connections: [connectionOf('ws-y', 0), connectionOf('ws-z', 10)] });
    expect(judge(RULE, [day, two]).kind).toBe(judge(RULE, day).kind);
    expect(judge(RULE, day).kind).not.toBe('undecided');
  });

  test('connections of workers that have tokens of their own are told apart', () => {
    /** One worker loses its connection and tries again each two seconds; another one is connected all the time. */
    const day = (worker: string) =>
      dayOf(
        [
          [0, 'ticket.create', { worker, reply: { ticket: 'long' } }],
          [100, 'ticket.create', { reply: { ticket: 'short' } }],
          ...Array.from({ length: 8 }, (_, at): Step => [
            30_000 + at * 2010,
            'ticket.create',
            { reply: FAILED },
          ]),
        ],
        {
          connections: [
            connectionOf('ws-long', 20, undefined, { ticket: 'long', worker }),
            connectionOf('ws-short', 120, 28_000, { ticket: 'short' }),
          ],
        },
      );
    expect(judge(RULE, day('1, worker 2')).kind).toBe('broken');
    expect(judge(RULE, day('1')).kind).toBe('undecided');
  });
});

describe('client.rebuilds-baseline', () => {
  const RULE = 'client.rebuilds-baseline';
  const reopened = (steps: Step[], rest: { closedAt?: number; to?: number } = {}) =>
    dayOf([[1000, 'devices.read', refresh()], ...steps], {
      to: rest.to ?? 150_000,
      connections: [connectionOf('ws-1', 0, 10_000), connectionOf('ws-2', 20_000, rest.closedAt)],
    });
  const read = (at: number, deviceId = 'd1'): Step => [
    at,
    'device.state.get',
    { deviceId, connection: 'ws-2' },
  ];

  test.each([
    [[read(20_100)], 'holds'],
    [[read(50_000)], 'holds'],
    [[read(50_001)], 'undecided'],
    [[read(80_000)], 'undecided'],
    [[read(80_001)], 'broken'],
    [[], 'broken'],
    [[read(20_100, 'd2')], 'broken'],
    [[[21_000, 'devices.list'] as Step], 'undecided'],
    [
      [[20_200, 'devices.read', refresh('d1', { reply: { code: 'DEVICE_BUSY', status: 409 } })] as Step],
      'holds',
    ],
  ])('%j: %s', (steps, kind) => {
    expect(judge(RULE, reopened(steps)).kind).toBe(kind);
  });

  test('a connection or a day that ends before says nothing', () => {
    expect(judge(RULE, reopened([], { closedAt: 49_999 })).kind).toBe('not exercised');
    expect(judge(RULE, reopened([], { to: 49_999 })).kind).toBe('not exercised');
    expect(judge(RULE, reopened([], { closedAt: 50_000 })).kind).toBe('broken');
  });

  test('whoever waits to try again at the device what was lost before may not come to read it', () => {
    const lost: Step = [9000, 'relays.set', { ...relays('k1'), reply: 'lost' }];
    const later: Step = [85_000, 'relays.set', relays('k1')];
    const other: Step = [25_000, 'relays.set', relays('k2', { 3: 'on' })];
    expect(judge(RULE, reopened([lost, later])).kind).toBe('undecided');
    expect(judge(RULE, reopened([lost, other])).kind).toBe('broken');
    expect(judge(RULE, reopened([[9000, 'relays.set', relays('k1')], later])).kind).toBe('broken');
  });

  test('whoever reads some devices has no picture of those that it only switches', () => {
    const switched: Step = [5000, 'relays.set', { ...relays('k1'), deviceId: 'd2' }];
    expect(judge(RULE, reopened([switched, read(20_100)])).kind).toBe('holds');
    expect(judge(RULE, reopened([switched])).kind).toBe('broken');
    const readsNone = dayOf([switched], {
      to: 150_000,
      connections: [connectionOf('ws-1', 0, 10_000), connectionOf('ws-2', 20_000)],
    });
    expect(judge(RULE, readsNone).kind).toBe('broken');
  });

  test('whoever meets others at the device on and on may not come to read it', () => {
    const busy = (at: number, deviceId: string): Step => [
      at,
      'relays.set',
      { ...relays(`k${at}`), deviceId, reply: { code: 'DEVICE_BUSY', status: 409 } },
    ];
    expect(judge(RULE, reopened([busy(60_000, 'd1')])).kind).toBe('undecided');
    expect(judge(RULE, reopened([busy(25_000, 'd1')])).kind).toBe('broken');
    expect(judge(RULE, reopened([busy(60_000, 'd2')])).kind).toBe('broken');
  });

  test('a device that is gone need not be read', () => {
    const gone: Step = [
      2000,
      'devices.read',
      refresh('d1', { reply: { code: 'DEVICE_NOT_FOUND', status: 404 } }),
    ];
    expect(judge(RULE, reopened([gone])).kind).toBe('not exercised');
  });

  test('whoever has another connection open has missed nothing, unless it is that of another worker', () => {
    const day = reopened([]);
    const kind = (rest: Partial<ClientConnection>) =>
      judge(RULE, { ...day, connections: [connectionOf('ws-0', 5, undefined, rest), ...day.connections] })
        .kind;
    expect(kind({})).toBe('not exercised');
    expect(kind({ worker: '1, worker 2' })).toBe('broken');
  });
});

import { judgeClient } from '../../../src/audit/client-result.js';
import { describe, expect, test } from 'vitest';
import {
  type Asked,
  dayOf,
  DENIED,
  judge,
  refused,
  relays,
  refresh,
  deliveryOf,
  connectionOf,
} from '../day-of.js';

describe('client.no-retry-unchanged', () => {
  const RULE = 'client.no-retry-unchanged';
  const NOT_FOUND = refused(404, 'DEVICE_NOT_FOUND');
  const commands = (gaps: readonly number[], reply: Asked['reply'] = NOT_FOUND) => {
    let at = 0;
    return [0, ...gaps].map((gap): [number, string, Asked] => [
      (at += gap + 10),
      'relays.set',
      { ...relays('k'), reply: reply ?? {} },
    ]);
  };
  test.each([
    [[1000], 'holds'],
    [[1000, 1000], 'broken'],
    [[29_999, 29_999], 'broken'],
    [[30_000, 30_000], 'undecided'],
    [[60_000, 60_000], 'holds'],
  ])('the same command again after %j ms: %s', (gaps, kind) => {
    expect(judge(RULE, dayOf(commands(gaps))).kind).toBe(kind);
  });

  test.each([
    [[1000], 20_000, true],
    [[1000], 40_000, undefined],
    [[], 20_000, true],
  ])(
    'while the days go on, what came again after %j ms may come once more, %i ms later',
    (gaps, later, is) => {
      const others = Array.from({ length: 4 }, (_, at): [number, string, Asked] => [
        at * 50,
        'devices.read',
        refresh(`gone-${at}`, { reply: NOT_FOUND }),
      ]);
      const day = dayOf([...others, ...commands(gaps)], { to: 2000 + later });
      const { rulings } = judgeClient('c', { days: [day], isInterim: true }, [RULE]);
      expect(rulings.get(RULE)?.lacks?.includes('comes again')).toBe(is);
      expect(judge(RULE, day).lacks).toBeUndefined();
    },
  );

  test.each([400, 401, 403, 409, 422])('%i is final', (status) => {
    expect(judge(RULE, dayOf(commands([500, 500], refused(status, 'OTHER')))).kind).toBe('broken');
  });

  test('DEVICE_BUSY and 429 are not', () => {
    expect(judge(RULE, dayOf(commands([500, 500], refused(409, 'DEVICE_BUSY')))).kind).toBe('not exercised');
    expect(judge(RULE, dayOf(commands([500, 500], refused(429, 'RATE_LIMITED')))).kind).toBe('not exercised');
  });

  test('another token makes another request', () => {
    const renewed = commands([500, 500], refused(401, 'AUTH_INVALID')).map(
      ([at, what, asked], token): [number, string, Asked] => [at, what, { ...asked, token }],
    );
    expect(judge(RULE, dayOf(renewed)).kind).toBe('holds');
  });

  test('a read on a schedule, as on the calm day, is free', () => {
    const polls = (reply: Asked['reply'], day: string, every = 8000) =>
      dayOf(
        Array.from({ length: 6 }, (_, at) => [
          at * every,
          'devices.read',
          refresh('d1', { reply: reply ?? {} }),
        ]),
        { day },
      );
    expect(judge(RULE, polls(NOT_FOUND, 'bad'), polls({}, 'calm')).kind).toBe('holds');
    expect(judge(RULE, polls(NOT_FOUND, 'bad'), dayOf([], { day: 'calm' })).kind).toBe('broken');
    expect(judge(RULE, polls(NOT_FOUND, 'bad')).kind).toBe('undecided');
    // It is gone on the calm day, too.
    expect(judge(RULE, polls(NOT_FOUND, 'bad'), polls(NOT_FOUND, 'calm')).kind).toBe('undecided');
    expect(judge(RULE, polls(NOT_FOUND, 'bad', 4000), polls(NOT_FOUND, 'calm', 4000)).kind).toBe('broken');
  });

  test('a device that has come online, and a new connection, are reasons to try again', () => {
    const online = deliveryOf(700, 'e', { topic: 'device.connection.online', changes: [] });
    expect(judge(RULE, dayOf(commands([1000, 1000]), { deliveries: [online] })).kind).toBe('holds');
    expect(
      judge(RULE, dayOf(commands([1000, 1000]), { connections: [connectionOf('ws-1', 700)] })).kind,
    ).toBe('holds');
  });
});

describe('client.no-retry-unchanged of several at once', () => {
  test('who has sent the same before the refusal was there has not repeated it', () => {
    const disabled = { status: 403, code: 'APP_DISABLED' };
    const day = (gap: number) =>
      dayOf(
        [0, gap, 2 * gap].map((at, socket): [number, string, Asked] => [
          at,
          'token.create',
          { socket, reply: disabled },
        ]),
      );
    expect(judge('client.no-retry-unchanged', day(12)).kind).toBe('holds');
    expect(judge('client.no-retry-unchanged', day(70)).kind).toBe('broken');
  });
});

describe('client.no-retry-unchanged on a machine that was late', () => {
  const kindOf = (what: string, every: number, count: number, late: number) => {
    const calm = dayOf(
      [0, 8000, 16_000].map((at): [number, string, Asked] => [at, what, { socket: 1, method: 'GET' }]),
      { day: 'calm' },
    );
    const day = dayOf(
      Array.from({ length: count }, (_, at): [number, string, Asked] => [
        10_000 + at * every,
        what,
        {
          ...(what === 'relays.set' ? relays('k') : { method: 'GET' }),
          socket: 1,
          reply: refused(404, 'DEVICE_NOT_FOUND'),
        },
      ]),
      { late: [{ from: 0, to: late }] },
    );
    return judgeClient('c', { days: [calm, day], calm }, ['client.no-retry-unchanged']).rulings.get(
      'client.no-retry-unchanged',
    )?.kind;
  };

  test("more reads than lateness can bring near each other are the client's", () => {
    expect(kindOf('devices.list', 10, 400, 60_000)).toBe('broken');
    expect(kindOf('devices.list', 1000, 10, 60_000)).toBe('undecided');
    expect(kindOf('devices.list', 1000, 10, 9000)).toBe('broken');
  });

  test('nobody sends a refused command again because a machine is late', () => {
    expect(kindOf('relays.set', 1000, 3, 60_000)).toBe('broken');
  });
});

describe('client.no-retry-unchanged of several workers', () => {
  test('refused credentials are those of any worker, one of which has to come three times', () => {
    const invalid = { reply: { status: 401, code: 'AUTH_INVALID' } };
    const day = (count: number) =>
      dayOf([
        ...[1, 2, 3].map((token): [number, string, Asked] => [
          token,
          'devices.list',
          { token, worker: `1, worker ${token}` },
        ]),
        ...Array.from({ length: count }, (_, at): [number, string, Asked] => [
          1000 + at * 400,
          'token.create',
          { worker: '1, worker 1', ...invalid },
        ]),
      ]);
    expect(judge('client.no-retry-unchanged', day(6)).kind).toBe('holds');
    expect(judge('client.no-retry-unchanged', day(7)).kind).toBe('broken');
  });
});

describe('client.no-retry-unchanged of several connections', () => {
  test('each may ask for a ticket by itself, and one of them has to come three times', () => {
    const connections = [connectionOf('ws-1', 0, 500), connectionOf('ws-2', 0, 600)];
    const day = (count: number) =>
      dayOf(
        Array.from({ length: count }, (_, at): [number, string, Asked] => [
          1000 + at * 400,
          'ticket.create',
          { token: 1, reply: refused(403, 'APP_DISABLED') },
        ]),
        { connections },
      );
    expect(judge('client.no-retry-unchanged', day(4)).kind).toBe('holds');
    expect(judge('client.no-retry-unchanged', day(5)).kind).toBe('broken');
  });
});

describe('client.scope-denied-is-final', () => {
  const RULE = 'client.scope-denied-is-final';
  const again = (what: string, asked: Asked, between: readonly [number, string, Asked][] = []) =>
    dayOf([[0, 'relays.set', { ...relays('k'), reply: DENIED }], ...between, [3010, what, asked]]);

  test.each([
    ['relays.set', relays('k'), 'broken'],
    ['relays.set', relays('l'), 'undecided'],
    ['relays.set', relays('l', { 1: 'on' }, 'd2'), 'holds'],
    ['rs485.transceive', { deviceId: 'd1', key: 'x' }, 'holds'],
    ['device.operation.execute', relays('k'), 'undecided'],
  ] as const)('%s %j: %s', (what, asked, kind) => {
    expect(judge(RULE, again(what, asked)).kind).toBe(kind);
  });

  test('a schedule whose commands fail on the calm day, too, may go on under new keys', () => {
    const day = (name: string, reply: NonNullable<Asked['reply']>, every = 10_000) =>
      dayOf(
        [0, every, 2 * every].map((at): [number, string, Asked] => [
          at,
          'relays.set',
          { ...relays(`k${at}`), reply },
        ]),
        { day: name },
      );
    const calm = day('calm', { status: 400, code: 'INVALID_REQUEST' });
    expect(judge(RULE, day('bad', DENIED), calm).kind).toBe('undecided');
    expect(judge(RULE, day('bad', DENIED)).kind).toBe('broken');
    expect(judge(RULE, day('bad', DENIED, 5100), calm).kind).toBe('undecided');
    expect(judge(RULE, day('bad', DENIED, 4400), calm).kind).toBe('broken');
  });

  test('what comes under the key that was denied is no other wish, however often there are some', () => {
    const day = (name: string, key: (at: number) => string, reply: NonNullable<Asked['reply']>) =>
      dayOf(
        [0, 2000, 4000, 6000].map((at): [number, string, Asked] => [
          at,
          'relays.set',
          { ...relays(key(at)), reply },
        ]),
        { day: name },
      );
    const calm = day('calm', String, { status: 200, code: 'SUCCESS' });
    expect(
      judge(
        RULE,
        day('bad', () => 'k', DENIED),
        calm,
      ).kind,
    ).toBe('broken');
    expect(judge(RULE, day('bad', String, DENIED), calm).kind).toBe('undecided');
  });

  test('wishes that meet a denial by chance now and then are no habit', () => {
    const day = (gaps: readonly number[]) => {
      let at = 0;
      const steps = gaps.map((gap, index): [number, string, Asked] => {
        at += gap;
        return [at, 'relays.set', { ...relays(`k${index}`), reply: DENIED }];
      });
      return dayOf(steps, { to: 200_000 });
    };
    const calm = dayOf(
      [0, 7000, 14_000, 21_000].map((at): [number, string, Asked] => [at, 'relays.set', relays(`c${at}`)]),
      { day: 'calm' },
    );
    expect(judge(RULE, day([0, 7000, 2000, 5000, 7000, 2000, 5000]), calm).kind).toBe('undecided');
    expect(judge(RULE, day([0, 2000, 5000, 2000, 5000, 2000]), calm).kind).toBe('broken');
  });

  test('other permissions are a reason to ask again, and the same ones are none', () => {
    const grant = (scopes: string[]): [number, string, Asked] => [
      1000,
      'token.create',
      { reply: { token: 2, scopes } },
    ];
    const first: [number, string, Asked] = [
      -100,
      'token.create',
      { reply: { token: 1, scopes: ['device:read'] } },
    ];
    const day = (scopes: string[]) =>
      dayOf([
        first,
        [0, 'relays.set', { ...relays('k'), reply: DENIED }],
        grant(scopes),
        [3010, 'relays.set', relays('k')],
      ]);
    expect(judge(RULE, day(['device:read', 'device:control'])).kind).toBe('holds');
    expect(judge(RULE, day(['device:read'])).kind).toBe('broken');
  });
});

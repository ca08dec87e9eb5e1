import { describe, expect, test } from 'vitest';
import { clientResult } from '../../../src/audit/client-result.js';
import type { ClientTraffic } from '../../../src/audit/traffic/traffic.js';
import { judgeDays, suspicionsOf } from '../../../src/audit/outcome/settle.js';
import { connectionOf, dayOf, deliveryOf, LIMITED, refresh, refused, relays } from '../day-of.js';

const RULE = 'client.waits-after-429';
const refusal = [0, 'devices.read', refresh('d1', { reply: LIMITED(3) })] as const;
const early = (day: string) => dayOf([refusal, [500, 'devices.read', refresh()]], { day });
const patient = (day: string) => dayOf([refusal, [5000, 'devices.read', refresh()]], { day });

/** Events of which every other one comes twice, each followed by as many commands. */
function copies(day: string, times: number) {
  const at = (turn: number): number => 5000 + 5000 * turn;
  const turns = Array.from({ length: times }, (_, turn) => turn);
  const commands = turns.flatMap((turn) =>
    (turn % 2 === 0 ? [50, 900] : [50]).map(
      (after) => [at(turn) + after, 'relays.set', relays(`${day} ${turn} ${after}`)] as const,
    ),
  );
  const deliveries = turns.flatMap((turn) => [
    deliveryOf(at(turn), `${day} e${turn}`),
    ...(turn % 2 === 0 ? [deliveryOf(at(turn) + 800, `${day} e${turn}`, { copy: true })] : []),
  ]);
  return dayOf(commands, { day, deliveries, to: at(times), isDrawn: true });
}

describe('days put together', () => {
  test('a fact stands by itself, however seldom it was seen', () => {
    const ruled = judgeDays('c', [patient('calm'), early('limits')], [RULE]);
    expect(ruled.rulings.get(RULE)).toMatchObject({ kind: 'broken', breaches: [{ day: 'limits' }] });
    expect(suspicionsOf(ruled).size).toBe(0);
  });

  test('a reaction that chance could explain is suspicious, and its day worth living again', () => {
    const twice = 'client.handles-events-idempotently';
    const one = judgeDays('c', [copies('odd', 12)], [twice]);
    expect(one.rulings.get(twice)?.kind).toBe('undecided');
    expect([...suspicionsOf(one)]).toEqual([[twice, ['odd']]]);
    const both = judgeDays('c', [copies('odd', 12), copies('odd (again)', 12)], [twice]);
    expect(both.rulings.get(twice)?.kind).toBe('broken');
  });

  test('relays that are switched one by one now and then are looked for on another calm day', () => {
    const apart = 'client.relays-in-one-request';
    const calm = (day: string) =>
      dayOf(
        Array.from({ length: 16 }, (_, at) => [
          [at * 3000, 'relays.set', relays(`${day} a${at}`)] as const,
          [
            at * 3000 + (at % 4 === 0 ? 500 : 1600),
            'relays.set',
            relays(`${day} b${at}`, { 2: 'on' }),
          ] as const,
        ]).flat(),
        { day, to: 48_000 },
      );
    const one = judgeDays('c', [calm('calm')], [apart]);
    expect([...suspicionsOf(one)]).toEqual([[apart, ['calm']]]);
    const more = judgeDays('c', [calm('calm'), calm('calm (again)'), calm('calm (again 2)')], [apart]);
    expect(more.rulings.get(apart)?.kind).toBe('broken');
  });

  test.each([
    [{ lacks: '3 of 5 occasions' }, /^unclear; to do: .*--seed/],
    [{}, /^unclear; to do: look at what is shown/],
    [{ todo: 'audit it with one device' }, /^unclear; to do: audit it with one device$/],
  ])('what is undecided says what to do: %j', (more, reason) => {
    const ruling = { kind: 'undecided', n: 1, why: 'unclear', seen: [], ...more } as const;
    const options = { target: 'c', dialect: 'default', seed: 1, strict: false, startedAt: 0, endedAt: 1 };
    const { checks } = clientResult([{ client: 'c', rulings: new Map([[RULE, ruling]]) }], options);
    expect(checks[0]?.reason).toMatch(reason);
  });

  test('what was seen only when this machine was late is not the client’s', () => {
    const late = { ...early('limits'), late: [{ from: 0, to: 400 }] };
    expect(judgeDays('c', [late], [RULE]).rulings.get(RULE)).toMatchObject({
      kind: 'undecided',
      why: /late/,
    });
    const other = { ...early('limits'), late: [{ from: 90_000, to: 90_400 }] };
    expect(judgeDays('c', [other], [RULE]).rulings.get(RULE)?.kind).toBe('broken');
  });

  test('what no lateness can bring about is the client’s all the same', () => {
    const late = [
      { from: 0, to: 2000 },
      { from: 100_000, to: 101_000 },
    ];
    const silent = dayOf([], { connections: [connectionOf('ws-1', 0, 102_000)], late });
    const heartbeat = 'client.heartbeat';
    expect(judgeDays('c', [silent], [heartbeat]).rulings.get(heartbeat)?.kind).toBe('broken');
    const keyless = dayOf([[500, 'relays.set', relays(undefined)]], { late });
    const key = 'client.key-per-command';
    expect(judgeDays('c', [keyless], [key]).rulings.get(key)?.kind).toBe('broken');
    const connections = [connectionOf('ws-1', 0, 10_000), connectionOf('ws-2', 70_000)];
    const unread = dayOf([[1000, 'devices.read', refresh()]], { connections, late });
    const used = (ms: number) => {
      const asked = [0, 50_000].map((at) => [at, 'ticket.create', { reply: { ticket: `t${at}` } }] as const);
      const opened = [0, 50_000].map((at) =>
        connectionOf(`ws-${at}`, at + ms, at + 40_000, { ticket: `t${at}` }),
      );
      return dayOf(asked, {
        connections: opened,
        late: [9000, 20_000, 59_000].map((from) => ({ from, to: from + 2000 })),
      });
    };
    const ticket = 'client.ticket-just-in-time';
    expect(judgeDays('c', [used(11_500)], [ticket]).rulings.get(ticket)?.kind).toBe('broken');
    expect(judgeDays('c', [used(10_500)], [ticket]).rulings.get(ticket)?.kind).toBe('undecided');
    const baseline = 'client.rebuilds-baseline';
    expect(judgeDays('c', [unread], [baseline]).rulings.get(baseline)?.kind).toBe('broken');
  });

  test('who asks again on the same network connection has read the refusal, however late the machine was', () => {
    const rule = 'client.no-retry-unchanged';
    const reply = refused(422, 'INVALID_PARAMETER');
    const kind = (socket: number | undefined) => {
      const tries = [500, 1500, 2500].map(
        (at) =>
          [at, 'relays.set', { ...relays('k'), reply, ...(socket !== undefined && { socket }) }] as const,
      );
      return judgeDays('c', [dayOf(tries, { late: [{ from: 0, to: 2400 }] })], [rule]).rulings.get(rule)
        ?.kind;
    };
    expect(kind(undefined)).toBe('undecided');
    expect(kind(3)).toBe('broken');
  });

  test('a client that stood still may have had no time to read the reply before it gave up', () => {
    const reply = { commandId: 'c1', commandStatus: 'succeeded' as const };
    const again = (at: number) => [at, 'relays.set', { ...relays('old'), reply }] as const;
    const key = 'client.key-per-command';
    const kind = (late: ClientTraffic['late']) =>
      judgeDays('c', [dayOf([again(500), again(7000), again(8000)], { late })], [key]).rulings.get(key)?.kind;
    expect(kind([])).toBe('broken');
    expect(kind([{ from: 600, to: 6900 }])).toBe('undecided');
  });

  test('only what was asked about is judged', () => {
    expect([...judgeDays('c', [early('limits')], ['client.heartbeat']).rulings.keys()]).toEqual([
      'client.heartbeat',
    ]);
  });
});

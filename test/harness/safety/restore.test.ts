// Restoring: all that was changed is put back, and what cannot be is told.
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/harness/target/call.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { plainDialect } from '../target/plain-dialect.js';
import { createSafety } from '../../../src/harness/safety/safety.js';
import { createBench, type Bench } from '../target/bench.js';
import { BENCH, guard, type Guarded, operator, post, run, set } from './guarded.js';
import { answerTo, createRig, PROFILE, refusal, success } from '../target/rig.js';

describe('restoring', () => {
  async function changed(bench: Bench, ...calls: Call[]): Promise<Guarded> {
    const rig = guard(bench);
    for (const call of calls) await rig.guarded.request(call, operator);
    bench.done.length = 0;
    bench.keys.length = 0;
    return rig;
  }
  const restore = (rig: Guarded, signal?: AbortSignal) => rig.clock.runUntil(rig.safety.restore(signal));

  test('does nothing at all when nothing was touched', async () => {
    const rig = guard(createBench());
    expect(await restore(rig)).toEqual([]);
    expect(rig.arrived).toEqual([]);
  });

  test('switches what differs, in one request under a fresh key, and looks whether it is so', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on', 2: 'off' }));
    const before = rig.arrived.length;
    expect(await restore(rig)).toEqual([]);
    expect(bench.done).toEqual(['relay 1 off', 'relay 2 on']);
    expect(bench.keys).toEqual([
      expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
    ]);
    expect(rig.arrived.slice(before).map((line) => line.replace('/svc/v1/devices/dev-1', ''))).toEqual([
      'GET ',
      'POST /relays/commands',
      'GET ',
    ]);
    expect(await restore(rig)).toEqual([]);
    expect(bench.keys).toHaveLength(1);
  });

  test('leaves alone what is as it was, and relays that were not touched', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }), set({ 1: 'off' }));
    bench.relays.set(2, false);
    expect(await restore(rig)).toEqual([]);
    expect(bench.done).toEqual([]);
  });

  const look = (rig: Guarded) => rig.guarded.request({ name: 'refresh', deviceId: 'dev-1' }, operator);
  const shown = (relays: Iterable<[number, boolean]>) =>
    success({
      device: { deviceId: 'dev-1' },
      peripherals: {
        relays: [...relays].map(([index, on]) => ({ index, on })),
        digitalInputs: [],
        analogInputs: [],
        sensors: [],
      },
    });
  const DETAIL = 'GET /devices/dev-1';

  test('switches the other way where the words of the dialect are exchanged, so that nothing stays on', async () => {
    const bench = createBench();
    bench.instead = (line) =>
      line === DETAIL ? shown([...bench.relays].map(([index, on]) => [index, !on])) : undefined;
    const rig = await changed(bench, set({ 1: 'on', 2: 'off' }));
    expect(await restore(rig)).toEqual([]);
    expect([...bench.relays]).toEqual([...createBench().relays]);
  });

  test('switches the other way also where a command was answered and not done, which looks like obedience', async () => {
    const bench = createBench();
    let isLost = false;
    bench.instead = (line) =>
      line === DETAIL ? shown([...bench.relays].map(([index, on]) => [index, on === isLost])) : undefined;
    const rig = await changed(bench);
    const actions = ['on', 'off'] as const;
    for (let times = 0; times < 12; times++) {
      isLost = times === 5;
      await rig.guarded.request(set({ 1: actions[times % 2] ?? 'on' }), operator);
      await look(rig);
    }
    isLost = false;
    await rig.guarded.request(set({ 1: 'on' }), operator);
    expect(await restore(rig)).toEqual([]);
    expect([...bench.relays]).toEqual([...createBench().relays]);
  });

  test.each([
    [2000, false],
    [5000, false],
    [8000, true],
  ])('is not misled by a target that shows how it was %i ms before', async (behind, hasObeyed) => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    if (hasObeyed) await look(rig);
    const states = [{ from: 0, relays: [...bench.relays] }];
    bench.instead = (line) => {
      if (line.startsWith('POST'))
        queueMicrotask(() => states.push({ from: rig.clock.now(), relays: [...bench.relays] }));
      const shownAt = rig.clock.now() - behind;
      return line === DETAIL
        ? shown(states.findLast(({ from }) => from <= shownAt)?.relays ?? states[0]?.relays ?? [])
        : undefined;
    };
    await restore(rig);
    expect(bench.relays.get(1)).toBe(false);
  });

  test.each([
    ['takes all', 0],
    ['refuses what is that short', 100],
  ])('sets a jog duration in proportion where its unit is wrong, at a target that %s', async (_, least) => {
    const bench = createBench();
    bench.instead = (line) => {
      if (line === 'GET /devices/dev-1/config') {
        const relays = [...bench.jogs].map(([index, ms]) => ({ index, jogDuration: ms / 10 }));
        return success({ relays, baudRate: 9600 });
      }
      return undefined;
    };
    const operation = { name: 'device.relay.jogConfig.set', params: { index: 1, duration: 300 } } as const;
    const call = { name: 'operate', deviceId: 'dev-1', operation, idempotencyKey: 'once' } as const;
    const rig = await changed(bench, call);
    expect(bench.jogs.get(1)).toBe(300);
    const own = bench.script.http;
    bench.script.http = (request) =>
      request.path.endsWith('/jog-config') && Number(request.json['duration']) < least
        ? refusal(422, 'INVALID_PARAMETER')
        : own?.(request);
    expect(await restore(rig)).toEqual([]);
    expect(bench.jogs.get(1)).toBe(500);
  });

  test('leaves a relay as it was last commanded that shows one state for ever', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    bench.instead = (line) => (line === DETAIL ? shown([[1, true]]) : undefined);
    expect(await restore(rig)).toEqual(['relay 1 of bench is on, and was off before the run']);
    expect(bench.relays.get(1)).toBe(false);
  });

  test('leaves a relay that the profile does not list as it is, and tells that it has changed', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    expect(rig.safety.changedBeside()).toEqual([]);
    bench.relays.set(3, !bench.relays.get(3));
    expect(await restore(rig)).toEqual([]);
    expect(bench.done).toEqual(['relay 1 off']);
    expect(rig.safety.changedBeside()).toEqual([
      expect.stringMatching(/^relay 3 of bench was \w+, and is \w+: the profile does not list it/),
    ]);
  });

  test('waits for a quota that refuses for a minute, and shows itself only then', async () => {
    const bench = createBench();
    const rig = guard(bench, {});
    const safety = createSafety(rig.target, BENCH, {
      gate: createGate({ profile: BENCH, dialect: plainDialect }),
      restoreWithin: 30_000,
    });
    await safety.protect(rig.target).request(set({ 1: 'on' }), operator);
    const from = rig.clock.now();
    const left = (): number => from + 55_000 - rig.clock.now();
    bench.instead = (line) =>
      left() > 0 && !line.endsWith('/auth/token')
        ? refusal(429, 'RATE_LIMITED', { retryAfterSeconds: Math.ceil(left() / 1000) })
        : undefined;
    expect(await rig.clock.runUntil(safety.restore())).toEqual([]);
    expect(bench.relays.get(1)).toBe(false);
  });

  const asksOf = async (rig: Guarded): Promise<readonly string[]> => {
    const before = rig.arrived.length;
    expect(await restore(rig)).toEqual([]);
    return rig.arrived.slice(before).map((line) => line.replace('/svc/v1/devices/dev-1', ''));
  };

  test('spares a device another refresh when a check has seen it after its last change', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }), set({ 1: 'off' }));
    await look(rig);
    expect(await asksOf(rig)).toEqual([]);
  });

  test('puts back what a check has seen to differ, and then looks itself', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    await look(rig);
    expect(await asksOf(rig)).toEqual(['POST /relays/commands', 'GET ']);
    expect(bench.done).toEqual(['relay 1 off']);
  });

  test('trusts nothing that was seen before a change, amid one without a reply, or before other acts', async () => {
    const before = await changed(createBench(), set({ 1: 'on' }));
    await look(before);
    await before.guarded.request(set({ 1: 'off' }), operator);
    expect(await asksOf(before)).toEqual(['GET ']);

    const cut = await changed(createBench(), set({ 1: 'on' }), set({ 1: 'off' }));
    await cut.guarded.request(set({ 2: 'on' }), { ...operator, cutAfterSending: true });
    await look(cut);
    expect((await asksOf(cut))[0]).toBe('GET ');

    const disturbed = await changed(createBench(), set({ 1: 'on' }), set({ 1: 'off' }));
    await look(disturbed);
    disturbed.safety.disturbed('dev-1');
    expect(await asksOf(disturbed)).toEqual(['GET ']);
  });

  test('also undoes what went over a connection, by hand, or with an unknown end', async () => {
    const bench = createBench();
    const rig = guard(bench, {
      frame: (peer, each) => {
        bench.relays.set(2, false);
        peer.send(answerTo(each));
      },
    });
    await rig.guarded.request(post('dev-1/relays/1/commands', { action: 'on' }), {
      ...operator,
      cutAfterSending: true,
    });
    bench.relays.set(1, true);
    const connected = await rig.guarded.connect('operator');
    if (connected.kind === 'open') await connected.connection.request(set({ 2: 'off' }));
    expect(await restore(rig)).toEqual([]);
    expect([...bench.relays]).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
  });

  test('is patient with refusals, failures and lost connections, under one key', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    const answers = [
      refusal(429, 'RATE_LIMITED', { retryAfterSeconds: 2 }),
      refusal(409, 'DEVICE_BUSY'),
      refusal(409, 'DEVICE_OFFLINE'),
      refusal(500, 'INTERNAL_ERROR'),
      'break' as const,
    ];
    const seen: string[] = [];
    bench.instead = (line) => {
      if (line.startsWith('POST /devices')) seen.push(line);
      return line.startsWith('POST /devices') ? answers.shift() : undefined;
    };
    expect(await restore(rig)).toEqual([]);
    expect(seen).toHaveLength(6);
    expect(bench.keys).toHaveLength(1);
    const keys = rig.records('request').flatMap((each) => each.idempotencyKey ?? []);
    expect(new Set(keys).size).toBe(1);
  });

  test('tries again when a relay is not as the reply said', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    let stuck = 2;
    bench.instead = (line) => {
      if (line === 'GET /devices/dev-1' && stuck-- > 0) bench.relays.set(1, true);
      return undefined;
    };
    expect(await restore(rig)).toEqual([]);
    expect(bench.done).toEqual(['relay 1 off', 'relay 1 off']);
    expect(new Set(bench.keys).size).toBe(2);
  });

  test('says what is not as it was found', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on', 2: 'off' }));
    bench.instead = (line) =>
      line.startsWith('POST /devices') ? refusal(422, 'INVALID_PARAMETER') : undefined;
    expect(await restore(rig)).toEqual([
      'relay 1 of bench is on, and was off before the run; putting it back got: 422 INVALID_PARAMETER',
      'relay 2 of bench is off, and was on before the run; putting it back got: 422 INVALID_PARAMETER',
    ]);
  });

  test('switches even when it cannot look, and says that it could not', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    bench.instead = (line) => (line === 'GET /devices/dev-1' ? refusal(404, 'DEVICE_NOT_FOUND') : undefined);
    expect(await restore(rig)).toEqual([
      'relay 1 of bench may not be off as before the run: 404 DEVICE_NOT_FOUND',
    ]);
    expect(bench.done[0]).toBe('relay 1 off');
  });

  test('gives up after its time, when the target is gone for good', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    bench.instead = () => 'break';
    const begun = rig.clock.now();
    expect(await restore(rig)).toEqual([
      'relay 1 of bench may not be off as before the run: the connection broke; putting it back got: the connection broke',
    ]);
    expect(rig.clock.now() - begun).toBeLessThanOrEqual(120_000);
  });

  test('goes on when the target comes back', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    const back = rig.clock.now() + 30_000;
    bench.instead = () => (rig.clock.now() < back ? 'break' : undefined);
    expect(await restore(rig)).toEqual([]);
    expect(bench.relays.get(1)).toBe(false);
  });

  test('ends at once when it is called off', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    bench.instead = () => refusal(429, 'RATE_LIMITED', { retryAfterSeconds: 60 });
    const stop = new AbortController();
    const work = rig.safety.restore(stop.signal);
    await rig.clock.advance(1000);
    stop.abort();
    expect(await work).toEqual([expect.stringContaining('relay 1 of bench may not be off')]);
  });

  test('is done once when it is asked for twice at a time', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'on' }));
    await Promise.all([restore(rig), rig.safety.restore()]);
    expect(bench.done).toEqual(['relay 1 off']);
  });

  test('waits for jogs, by the duration that the device has for them', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'jog', 2: 'jog' }));
    const jogged = rig.clock.now();
    const looks: number[] = [];
    bench.instead = (line) => {
      if (line === 'GET /devices/dev-1') looks.push(rig.clock.now() - jogged);
      return undefined;
    };
    expect(await restore(rig)).toEqual([]);
    expect(looks[0]).toBe(2500);
    expect(bench.done).toEqual(['relay 1 off']);
  });

  test('waits for a jog only, and not for what was done after it', async () => {
    const bench = createBench();
    const rig = await changed(bench, set({ 1: 'jog' }));
    await rig.clock.advance(3000);
    await rig.guarded.request(set({ 2: 'on' }), operator);
    const from = rig.clock.now();
    expect(await restore(rig)).toEqual([]);
    expect(rig.clock.now() - from).toBeLessThan(1000);
  });

  test('also puts jog durations and the baud rate back', async () => {
    const bench = createBench();
    const rig = await changed(
      bench,
      run({ name: 'device.relay.jogConfig.set', params: { index: 2, duration: 77 } }),
      run({ name: 'device.rs485.baudRate.set', params: { baudRate: 300 } }),
    );
    expect([bench.jogs.get(2), bench.baudRate]).toEqual([77, 300]);
    expect(await restore(rig)).toEqual([]);
    expect([bench.jogs.get(2), bench.baudRate]).toEqual([2000, 9600]);
  });

  test('takes another client when the first may no longer', async () => {
    const bench = createBench();
    const profile: Profile = {
      ...BENCH,
      clients: {
        operator: PROFILE.clients['operator']!,
        spare: { ...PROFILE.clients['reader']!, scopes: ['device:control'] },
      },
    };
    let disabled = false;
    const gate = createGate({ profile, dialect: plainDialect });
    const rig = createRig(
      {
        http: (request) =>
          disabled && request.headers['authorization']?.includes('client-1')
            ? refusal(403, 'APP_DISABLED')
            : bench.script.http?.(request),
      },
      { profile, gate },
    );
    const safety = createSafety(rig.target, profile, { gate });
    await safety.protect(rig.target).request(set({ 1: 'on' }), operator);
    disabled = true;
    expect(await rig.clock.runUntil(safety.restore())).toEqual([]);
    expect(bench.relays.get(1)).toBe(false);
  });
});

// Safety: nothing is changed that the profile does not list, and all that was changed is put back.
import { describe, expect, test } from 'vitest';
import type { Operation, RelayAction } from '../../../src/contract/schemas/command.js';
import type { Call } from '../../../src/harness/target/call.js';
import type { Profile } from '../../../src/harness/target/profile.js';
import { createSafety, type Safety, SafetyError } from '../../../src/harness/target/safety.js';
import type { Target } from '../../../src/harness/target/target.js';
import { createTrace } from '../../../src/trace/trace.js';
import { type Bench, createBench } from './bench.js';
import { answerTo, createRig, PROFILE, refusal, type Rig } from './rig.js';

const operator = { client: 'operator' };
const KNOWN = {
  relays: [
    { index: 1, on: false },
    { index: 2, on: true },
    { index: 3, on: false },
  ],
  digitalInputs: [],
  analogInputs: [],
  sensors: [],
};
const BENCH: Profile = {
  ...PROFILE,
  devices: {
    bench: { deviceId: 'dev-1', relays: [1, 2], rs485: { answered: '01ff' } },
    cabinet: { deviceId: 'dev-9', relays: [] },
  },
};

const set = (relays: Record<number, RelayAction>, deviceId = 'dev-1'): Call => ({
  name: 'operate',
  deviceId,
  operation: {
    name: 'device.relay.set',
    params: { relays: Object.entries(relays).map(([index, action]) => ({ index: Number(index), action })) },
  },
});
const run = (operation: Operation, deviceId = 'dev-1'): Call => ({ name: 'operate', deviceId, operation });
const post = (path: string, body: unknown): Call => ({
  name: 'http',
  method: 'POST',
  path: `/svc/v1/devices/${path}`,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const frame = (data: unknown): Call => ({
  name: 'frame',
  text: JSON.stringify({ type: 'request', topic: 'device.operation.execute', requestId: 'r', data }),
});

interface Guarded extends Rig {
  readonly safety: Safety;
  readonly guarded: Target;
}

function guard(bench: Bench, script: Parameters<typeof createRig>[0] = {}): Guarded {
  const rig = createRig({ ...script, ...bench.script }, { profile: BENCH });
  const safety = createSafety(rig.target, BENCH);
  return { ...rig, safety, guarded: safety.protect(rig.target) };
}

describe('a call is let through', () => {
  test.each<[string, Call]>([
    ['relays that are listed', set({ 1: 'on', 2: 'jog' })],
    [
      'a jog duration of a listed relay',
      run({ name: 'device.relay.jogConfig.set', params: { index: 2, duration: 1 } }),
    ],
    [
      'the baud rate of a listed device',
      run({ name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } }),
    ],
    ['bytes that are listed', run({ name: 'device.rs485.transceive', params: { data: '01ff' } })],
    ['a device that nobody has', set({ 4: 'on' }, 'conform-no-such-device')],
    ['reading any device', { name: 'refresh', deviceId: 'foreign' }],
    [
      'a malformed request to a device whose relays may be switched',
      post('dev-1/relays/commands', '{"relays":'),
    ],
    [
      'listed relays, written by hand',
      post('dev-1/relays/commands', { relays: [{ index: 1, action: 'on' }] }),
    ],
    ['removing a device that nobody has', { name: 'removeDevice', deviceId: 'conform-no-such-device' }],
    [
      'a token request written by hand',
      { name: 'http', method: 'POST', path: '/svc/v1/auth/token', body: '{}' },
    ],
    ['a frame that makes no sense', { name: 'frame', text: '{' }],
  ])('%s', (_, call) => {
    expect(guard(createBench()).safety.guard(call)).toBeUndefined();
  });
});

describe('a call is refused, with what to write to have it sent:', () => {
  const byHand = { relays: [{ index: 3, action: 'on' }] };
  const execute = { deviceId: 'dev-1', operation: { name: 'device.relay.set', params: byHand } };
  test.each<[string, Call]>([
    ['a relay that is not listed', set({ 1: 'on', 3: 'on' })],
    ['a device that is not listed', set({ 1: 'on' }, 'dev-2')],
    [
      'a jog duration of a foreign relay',
      run({ name: 'device.relay.jogConfig.set', params: { index: 3, duration: 1 } }),
    ],
    [
      'a baud rate of a foreign device',
      run({ name: 'device.rs485.baudRate.set', params: { baudRate: 1 } }, 'dev-2'),
    ],
    ['bytes that are not listed', run({ name: 'device.rs485.transceive', params: { data: 'ff' } })],
    ['removing a device', { name: 'removeDevice', deviceId: 'dev-1' }],
    [
      'a password',
      { name: 'changePassword', deviceId: 'dev-1', change: { currentPassword: 'a', newPassword: 'b' } },
    ],
    ['adding a device', { name: 'addDevice', addition: { deviceId: 'x', profileId: 'p', password: 'w' } }],
    ['a foreign relay by hand', post('dev-1/relays/commands', byHand)],
    ['a foreign relay by hand, with a query', post('dev-1/relays/commands?x=1', byHand)],
    ['a foreign relay at the compatibility endpoint', post('dev-1/relays/3/commands', { action: 'on' })],
    ['a foreign device by hand', post('dev%2D2/relays/commands', '{')],
    ['a malformed request where nothing may be switched', post('dev-9/relays/commands', '{')],
    ['bytes by hand', post('dev-1/rs485/transceive', { data: 'ff' })],
    ['a jog duration by hand', post('dev-1/relays/3/jog-config', { duration: 5 })],
    ['a foreign relay in a frame', frame(execute)],
    ['an unclear frame to a foreign device', frame({ deviceId: 'dev-2', operation: 7 })],
    ['a device by hand', { name: 'http', method: 'DELETE', path: '/svc/v1/devices/dev-1' }],
  ])('%s', (what, call) => {
    const rig = guard(createBench());
    expect(rig.safety.guard(call)).toMatchSnapshot(what);
  });

  test('the rejection comes before anything is sent, on REST and on a connection', async () => {
    const rig = guard(createBench());
    const connected = await rig.guarded.connect('operator');
    const arrived = rig.arrived.length;
    await expect(rig.guarded.request(set({ 3: 'on' }), operator)).rejects.toThrow(SafetyError);
    const view = rig.guarded.recordingTo(createTrace(rig.clock));
    await expect(view.request(set({ 3: 'on' }), operator)).rejects.toThrow('is not listed in the profile');
    expect(connected.kind).toBe('open');
    const connection = connected.kind === 'open' ? connected.connection : undefined;
    await expect(connection?.request(set({ 3: 'on' }))).rejects.toThrow(SafetyError);
    expect(rig.arrived.length).toBe(arrived);
  });

  test('asked for a single relay, it answers for that', () => {
    const { safety } = guard(createBench());
    expect([
      safety.mayActuate('dev-1', 2),
      safety.mayActuate('dev-1', 3),
      safety.mayActuate('dev-2', 1),
    ]).toEqual([true, false, false]);
  });
});

describe('before the first change of a device', () => {
  test('its relays are read, once, patiently, and before the change leaves', async () => {
    const bench = createBench();
    const answers = [
      refusal(429, 'RATE_LIMITED', { retryAfterSeconds: 3 }),
      refusal(409, 'DEVICE_BUSY'),
      refusal(500, 'INTERNAL_ERROR'),
      'break' as const,
    ];
    bench.instead = (line) => (line === 'GET /devices/dev-1' ? answers.shift() : undefined);
    const rig = guard(bench);
    const both = [
      rig.guarded.request(set({ 1: 'on' }), operator),
      rig.guarded.request(set({ 2: 'off' }), operator),
    ];
    await rig.clock.runUntil(Promise.all(both));
    const refresh = 'GET /svc/v1/devices/dev-1';
    const switching = 'POST /svc/v1/devices/dev-1/relays/commands';
    expect(rig.arrived.slice(1)).toEqual([refresh, refresh, refresh, refresh, refresh, switching, switching]);
  });

  test('nothing is read when its state has been told', async () => {
    const rig = guard(createBench());
    rig.safety.noteInitial('dev-1', KNOWN);
    await rig.guarded.request(set({ 1: 'on' }), operator);
    expect(rig.arrived.slice(1)).toEqual(['POST /svc/v1/devices/dev-1/relays/commands']);
  });

  test('nothing is changed as long as it cannot be read', async () => {
    const bench = createBench();
    bench.instead = (line) => (line === 'GET /devices/dev-1' ? refusal(404, 'DEVICE_NOT_FOUND') : undefined);
    const rig = guard(bench);
    await expect(rig.guarded.request(set({ 1: 'on' }), operator)).rejects.toThrow(
      'nothing is changed while the relays of device bench cannot be read, because it could not be put back: 404',
    );
    expect(bench.done).toEqual([]);
  });
});

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
    expect(bench.keys).toEqual([expect.stringMatching(/^conform-restore-\w+-1$/)]);
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
    const rig = createRig(
      {
        http: (request) =>
          disabled && request.headers['authorization']?.includes('client-1')
            ? refusal(403, 'APP_DISABLED')
            : bench.script.http?.(request),
      },
      { profile },
    );
    const safety = createSafety(rig.target, profile);
    await safety.protect(rig.target).request(set({ 1: 'on' }), operator);
    disabled = true;
    expect(await rig.clock.runUntil(safety.restore())).toEqual([]);
    expect(bench.relays.get(1)).toBe(false);
  });
});

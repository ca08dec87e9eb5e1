// The guard of safety: nothing is changed that the profile does not list, or that was not looked at before.
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/harness/target/call.js';
import { SafetyError } from '../../../src/harness/target/gated-transport.js';
import { createTrace } from '../../../src/trace/trace.js';
import { createBench } from '../target/bench.js';
import { frame, guard, KNOWN, operator, post, run, set } from './guarded.js';
import { refusal } from '../target/rig.js';

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

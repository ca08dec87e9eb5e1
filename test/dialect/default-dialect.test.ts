// The wire of the default dialect, written out: a change of it is a change for everybody who speaks it.
import { describe, expect, it } from 'vitest';
import type { ShapeName, ShapeValue } from '../../src/contract/schemas/shapes.js';
import { dialectOf, textOf } from './read-dialect.js';

const dialect = dialectOf(textOf('default'));
const NOON = Date.UTC(2026, 0, 31, 12);

const device = { deviceId: 'd1', name: 'Pump', profileId: 'io8', online: true, powered: false };
const peripherals = {
  relays: [{ index: 1, on: true }],
  digitalInputs: [{ index: 1, active: false }],
  analogInputs: [{ index: 1, value: 4.2, unit: 'mA' }],
  sensors: [{ key: 't1', value: 21 }],
};
const wireDevice = { deviceId: 'd1', name: 'Pump', profileId: 'io8', connection: 'online', power: 'lost' };
const wirePeripherals = { ...peripherals, sensors: [{ sensorId: 't1', value: 21 }] };

type Case = { [N in ShapeName]: readonly [N, ShapeValue<N>, object] }[ShapeName];

const CASES: Case[] = [
  ['peripherals', peripherals, wirePeripherals],
  ['device', device, wireDevice],
  ['device', { deviceId: 'd1' }, { deviceId: 'd1' }],
  ['deviceList', { devices: [device], nextCursor: 'n' }, { devices: [wireDevice], nextCursor: 'n' }],
  ['deviceList', { devices: [] }, { devices: [] }],
  ['deviceDetail', { device, peripherals }, { device: { ...wireDevice, peripherals: wirePeripherals } }],
  [
    'deviceConfig',
    { relays: [{ index: 2, jogDuration: 500 }], baudRate: 9600 },
    { config: { relays: [{ index: 2, jogDurationMs: 500 }], rs485: { baudRate: 9600 } } },
  ],
  [
    'profileList',
    { profiles: [{ profileId: 'io8', model: 'IO-8', relays: 8, rs485: true }] },
    { profiles: [{ profileId: 'io8', model: 'IO-8', relays: 8, rs485: true }] },
  ],
  [
    'deviceAddition',
    { deviceId: 'd1', profileId: 'io8', password: 'p' },
    { deviceId: 'd1', profileId: 'io8', password: 'p' },
  ],
  ['deviceAdded', { device }, { device: wireDevice }],
  ['passwordChange', { currentPassword: 'a', newPassword: 'b' }, { currentPassword: 'a', newPassword: 'b' }],
  ['relayParams', { relays: [{ index: 1, action: 'jog' }] }, { relays: [{ index: 1, action: 'jog' }] }],
  ['singleRelayBody', { action: 'on' }, { action: 'on' }],
  ['transceiveParams', { data: '01ff', timeout: 250 }, { data: '01ff', timeoutMs: 250 }],
  ['transceiveParams', { data: '' }, { data: '' }],
  ['transceiveResult', { data: '0a' }, { data: '0a' }],
  ['baudRateParams', { baudRate: 115_200 }, { baudRate: 115_200 }],
  ['jogParams', { index: 3, duration: 100 }, { index: 3, durationMs: 100 }],
  ['jogBody', { duration: 100 }, { durationMs: 100 }],
  ['ticket', { ticket: 't', expiresIn: 30 }, { ticket: 't', expiresIn: 30 }],
  [
    'wsRequest',
    { topic: 'session.ping', requestId: 'r1' },
    { type: 'request', topic: 'session.ping', requestId: 'r1' },
  ],
  ['stateRequest', { deviceId: 'd1' }, { deviceId: 'd1' }],
  [
    'wsEvent',
    { topic: 'device.power.lost', eventId: 'e1', occurredAt: NOON, data: { deviceId: 'd1' } },
    {
      type: 'event',
      topic: 'device.power.lost',
      eventId: 'e1',
      occurredAt: '2026-01-31T12:00:00.000Z',
      data: { deviceId: 'd1' },
    },
  ],
  [
    'stateChanged',
    { deviceId: 'd1', changes: [{ kind: 'digitalInput', index: 4 }], peripherals },
    { deviceId: 'd1', changes: [{ kind: 'digitalInput', index: 4 }], peripherals: wirePeripherals },
  ],
  ['deviceNotice', { deviceId: 'd1' }, { deviceId: 'd1' }],
  ['rs485Received', { deviceId: 'd1', data: '00ff' }, { deviceId: 'd1', data: '00ff' }],
];

describe('the default dialect', () => {
  it.each(CASES)('writes %s, and reads it back', (shape, value, wire) => {
    const codec = dialect.shapes[shape] as {
      encode(value: unknown): unknown;
      decode(wire: unknown): unknown;
    };
    expect(codec.encode(value)).toStrictEqual(wire);
    expect(codec.decode(wire)).toStrictEqual({ ok: true, value });
  });

  it('writes a command with the parameters and the result of its operation', () => {
    const command = {
      commandId: 'c1',
      deviceId: 'd1',
      operation: { name: 'device.rs485.transceive', params: { data: '01', timeout: 50 } },
      status: 'succeeded',
      result: { data: '02' },
      createdAt: NOON,
      completedAt: NOON + 20,
    } as const;
    const wire = {
      commandId: 'c1',
      deviceId: 'd1',
      operation: 'device.rs485.transceive',
      params: { data: '01', timeoutMs: 50 },
      status: 'SUCCEEDED',
      result: { data: '02' },
      createdAt: '2026-01-31T12:00:00.000Z',
      completedAt: '2026-01-31T12:00:00.020Z',
    };
    expect(dialect.command.encode(command)).toStrictEqual(wire);
    expect(dialect.command.decode(wire)).toStrictEqual({ ok: true, value: command });
  });

  it('is called default, counts from 1 and pages with limit and cursor', () => {
    expect(dialect).toMatchObject({
      name: 'default',
      indexBase: 1,
      paging: { limit: 'limit', cursor: 'cursor', counts: 'nothing', from: 0 },
    });
    expect(dialect.encodeIndex(7)).toBe('7');
  });

  it('has a status for every refusal that the interface leaves open', () => {
    expect(dialect.error('APP_DISABLED')).toEqual({ code: 'APP_DISABLED', status: 403 });
    expect(dialect.error('DEVICE_OFFLINE')).toEqual({ code: 'DEVICE_OFFLINE', status: 409 });
    expect(dialect.error('IDEMPOTENCY_KEY_REUSED')).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 });
  });
});

// Two servers that others wrote, by their manuals: every shape of theirs can be shown, and what they write is read as
// what it means.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Codec } from '../../../src/dialect/dialect.js';
import { dialectOf } from '../read-dialect.js';

const dialectNamed = (name: string) =>
  dialectOf(readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8'));
const python = dialectNamed('python');
const javascript = dialectNamed('javascript');

/** Both ways: what is read is the value, and what is written of it is what came, as far as the dialect shows it. */
function expectCarried<T>(codec: Codec<T>, wire: object, value: T): void {
  expect(codec.decode(wire)).toEqual({ ok: true, value });
  expect(wire).toMatchObject(codec.encode(value));
}

describe('the first stranger', () => {
  const LIVE = {
    outputs: [
      { no: 1, coil: 'energized' },
      { no: 2, coil: 'idle' },
    ],
    contacts: [{ no: 1, level: 'high' }],
    loops: [{ no: 1, microamps: 12_000 }],
    probes: [{ tag: 'air', reading: 21.5, unit: '°C' }],
  };
  const STATE = {
    relays: [
      { index: 1, on: true },
      { index: 2, on: false },
    ],
    digitalInputs: [{ index: 1, active: true }],
    analogInputs: [{ index: 1, value: 12 }],
    sensors: [{ key: 'air', value: 21.5, unit: '°C' }],
  };

  it('writes a device and its state in one object', () => {
    const unit = { serial: 't-1', model: 'TARN-8', label: 'Pump', link: 'up', supply: 'reserve', live: LIVE };
    const device = { deviceId: 't-1', profileId: 'TARN-8', name: 'Pump', online: true, powered: false };
    expectCarried(
      python.shapes.deviceDetail,
      { unit: { ...unit, seenAt: '20250131T235959.123Z' } },
      { device, peripherals: STATE },
    );
  });

  it('counts pulses in tenths of a second', () => {
    expectCarried(python.shapes.jogBody, { pulseTenths: 5 }, { duration: 500 });
    const setup = { bus: { speed: 9600 }, pulses: [{ no: 1, pulseTenths: 15 }] };
    expectCarried(
      python.shapes.deviceConfig,
      { serial: 't-1', setup },
      { relays: [{ index: 1, jogDuration: 1500 }], baudRate: 9600 },
    );
  });

  it('puts what an event is about beside its body, and changes into texts', () => {
    const frame = {
      type: 'notice',
      subject: 'device.state.changed',
      noticeNo: 7,
      at: '20250131T235959.123Z',
      about: 't-1',
      body: { changes: ['outputs/1', 'contacts/3'], peripherals: LIVE },
    };
    const event = python.shapes.wsEvent.decode(frame);
    const { about, body } = frame;
    const data = { about, body };
    const occurredAt = Date.UTC(2025, 0, 31, 23, 59, 59, 123);
    expect(event).toEqual({ ok: true, value: { topic: frame.subject, eventId: '7', occurredAt, data } });
    expect(python.eventData).toBe('');
    const changes = [
      { kind: 'relay' as const, index: 1 },
      { kind: 'digitalInput' as const, index: 3 },
    ];
    expectCarried(python.shapes.stateChanged, data, { deviceId: 't-1', changes, peripherals: STATE });
  });

  it('adds a device without its type', () => {
    const value = { deviceId: 't-9', password: 'secret', name: 'Fan' };
    expectCarried(python.shapes.deviceAddition, { serial: 't-9', word: 'secret', label: 'Fan' }, value);
  });

  it('has several codes for one refusal', () => {
    expect(python.canonicalCode('UNIT_UNPOWERED')).toBe('DEVICE_OFFLINE');
    expect(python.error('DEVICE_OFFLINE')).toEqual({ code: 'UNIT_UNREACHABLE', status: 409 });
  });
});

describe('the second stranger', () => {
  const IO = { relays: { r0: 1, r1: 0 }, din: '0100', ain: { a0: '4.02 mA' }, probes: { t0: '21.5' } };
  const STATE = {
    relays: [
      { index: 1, on: true },
      { index: 2, on: false },
    ],
    digitalInputs: [false, true, false, false].map((active, at) => ({ index: at + 1, active })),
    analogInputs: [{ index: 1, value: 4.02, unit: 'mA' }],
    sensors: [{ key: 't0', value: 21.5 }],
  };

  it('writes states as numbers, bits and texts', () => {
    expectCarried(javascript.shapes.peripherals, { ...IO, sampled_ms: 1_700_000_000_000 }, STATE);
  });

  it('calls devices and commands by numbers', () => {
    const head = { device_no: 40_117, link_up: true, mains_ok: 1 };
    expectCarried(
      javascript.shapes.deviceDetail,
      { unit: { ...head, io: IO } },
      { device: { deviceId: '40117', online: true, powered: true }, peripherals: STATE },
    );
    const command = javascript.command.decode({
      command_no: 12,
      device_no: 40_117,
      operation: 'device.rs485.transceive',
      params: { tx: [80, 79], wait_sec: 0.6 },
      status: '20',
      created_ms: 5,
      result: { rx: [1, 255], rx_len: 2 },
    });
    expect(command).toMatchObject({
      ok: true,
      value: { commandId: '12', status: 'succeeded', result: { data: '01ff' } },
    });
  });

  it('chooses the identifier of a device that is added', () => {
    expect(javascript.namesDevices).toBe('server');
    const wire = { serial_no: 'SN-1', profile_code: 'RX8', pass: 'secret' };
    const value = { serial: 'SN-1', profileId: 'RX8', password: 'secret' };
    expectCarried(javascript.shapes.deviceAddition, wire, value);
  });

  it('lays the payload of an event beside its topic', () => {
    const payload = { device_no: 40_117, changes: ['r0', 'd3'], peripherals: IO };
    const frame = { type: 'notice', topic: 'device.state.changed', event_no: 7, at_ms: 5, ...payload };
    const value = { topic: 'device.state.changed', eventId: '7', occurredAt: 5, data: payload };
    expectCarried(javascript.shapes.wsEvent, frame, value);
    expect(javascript.shapes.stateChanged.decode(payload)).toMatchObject({
      ok: true,
      value: {
        deviceId: '40117',
        changes: [
          { kind: 'relay', index: 1 },
          { kind: 'digitalInput', index: 4 },
        ],
      },
    });
  });
});

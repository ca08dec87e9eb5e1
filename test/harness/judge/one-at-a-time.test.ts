// What proves that a device did two things at once, and what does not.
import { describe, expect, it } from 'vitest';
import type { TraceRecord } from '../../../src/trace/record.js';
import { commandBody, hear, type Line, ok, refused, traceOf } from './traces.js';

const TIMEOUT = 1000;

/** Exchange 1 is made a transceive with that timeout. */
function transceiving(records: readonly TraceRecord[]): TraceRecord[] {
  const operation = { name: 'device.rs485.transceive', params: { data: '01', timeout: TIMEOUT } } as const;
  return records.map((record) =>
    record.kind === 'request' && record.exchange === 1
      ? { ...record, what: 'rs485.transceive', operation }
      : record,
  );
}

const silent = (from: number, to: number, status = 'timeout'): Line => ({
  from,
  to,
  what: 'rs485.transceive',
  key: 'k1',
  deviceId: 'd1',
  body: commandBody('c1', status),
});
const refresh = (from: number, to: number, more: Partial<Line> = {}): Line => ({
  from,
  to,
  what: 'devices.read',
  deviceId: 'd1',
  body: ok(),
  ...more,
});
const control = (from: number, to: number, more: Partial<Line> = {}): Line => ({
  from,
  to,
  what: 'relays.set',
  key: 'k2',
  body: commandBody('c2'),
  ...more,
});
const heard = (...lines: readonly Line[]): readonly string[] =>
  hear(transceiving(traceOf(lines)), /one-at-a-time/).verdicts;

const FAIL = ['busy.one-at-a-time fail'];

describe('while a transceive waits for a response that does not come', () => {
  it('nothing else is done on the device, over either channel', () => {
    expect(heard(silent(0, 1050), control(300, 400))).toEqual(FAIL);
    expect(heard(silent(0, 1050), refresh(300, 400))).toEqual(FAIL);
    const socket = { channel: 'ws', connection: 'w', what: 'device.state.get' } as const;
    expect(heard(silent(0, 1050), refresh(300, 400, socket))).toEqual(FAIL);
  });

  it('other operations are refused', () => {
    expect(heard(silent(0, 1050), control(300, 400, { body: refused('DEVICE_BUSY'), status: 409 }))).toEqual([
      'busy.one-at-a-time pass',
    ]);
  });

  it.each<[string, Line, Line]>([
    ['another device', silent(0, 1050), refresh(300, 400, { deviceId: 'd2' })],
    ['an operation that may have come before', silent(0, 1050), control(100, 400)],
    ['an operation that may have come afterwards', silent(0, 1050), control(300, 1000)],
    ['a network so slow that the transceive may have begun late', silent(0, 2000), control(300, 400)],
    ['a transceive that ended before its timeout', silent(0, 800), control(300, 400)],
    ['a transceive that was answered', silent(0, 1050, 'succeeded'), control(300, 400)],
    ['a command that is put off', silent(0, 1050), control(300, 400, { body: commandBody('c2', 'pending') })],
    ['a command that failed', silent(0, 1050), control(300, 400, { body: commandBody('c2', 'failed') })],
    ['a refusal for another reason', silent(0, 1050), control(300, 400, { body: refused('RATE_LIMITED') })],
    ['a repeat, which does nothing', silent(0, 1050), control(300, 400, { key: 'k1' })],
    ['a reading of something else', silent(0, 1050), refresh(300, 400, { what: 'devices.config' })],
  ])('%s proves nothing', (_, long, other) => {
    expect(heard(long, other)).toEqual([]);
  });
});

describe('operations of unknown duration', () => {
  it('prove nothing, however many overlap', () => {
    const many = [0, 1, 2, 3].map((at) => control(at, 500, { key: `k${at}`, body: commandBody(`c${at}`) }));
    expect(hear(traceOf(many), /one-at-a-time/).verdicts).toEqual([]);
  });
});

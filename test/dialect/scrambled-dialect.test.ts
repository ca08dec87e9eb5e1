// The scrambled dialect shares no open name with the default one, and loses nothing either.
import { describe, expect, it } from 'vitest';
import { OPEN_ERROR_CODES } from '../../src/contract/error-codes.js';
import { FIXED_NAMES, SHAPE_NAMES } from '../../src/contract/schemas/shapes.js';
import { parse } from 'yaml';
import { dialectOf, textOf } from './read-dialect.js';

const dialect = dialectOf(textOf('scrambled'));
const plain = dialectOf(textOf('default'));

/** The names that a sample gives to its fields, those below the fixed `operation` and its like included. */
function namesIn(sample: unknown): string[] {
  if (Array.isArray(sample)) return sample.flatMap(namesIn);
  if (typeof sample !== 'object' || sample === null) return [];
  return Object.entries(sample).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

describe('the scrambled dialect', () => {
  const scrambled = parse(textOf('scrambled')) as Record<string, unknown>;
  const usual = parse(textOf('default')) as Record<string, unknown>;

  it.each(SHAPE_NAMES)('gives no field of %s its usual name', (shape) => {
    const fixed = FIXED_NAMES[shape]?.flatMap((name) => name.split('.')) ?? [];
    const kept = namesIn(scrambled[shape]).filter((name) => namesIn(usual[shape]).includes(name));
    expect(kept.filter((name) => !fixed.includes(name))).toEqual([]);
  });

  it.each(Object.keys(OPEN_ERROR_CODES) as (keyof typeof OPEN_ERROR_CODES)[])(
    'calls %s otherwise',
    (code) => {
      expect(dialect.error(code).code).not.toBe(plain.error(code).code);
    },
  );

  it('writes every form of a scalar and every layout of a list', () => {
    const peripherals = {
      relays: [
        { index: 1, on: true },
        { index: 2, on: false },
      ],
      digitalInputs: [{ index: 3, active: true }],
      analogInputs: [
        { index: 1, value: 4.2, unit: 'mA' },
        { index: 2, value: 0 },
      ],
      sensors: [
        { key: 'roof', value: -3.5, unit: '°C' },
        { key: 'cellar', value: 8 },
      ],
    };
    const wire = {
      version: 3,
      groups: ['switching', 'sensing'],
      outputs: { 0: { state: 'AN' }, 1: { state: 'AUS' } },
      contacts: { DI2: 1 },
      levels: [
        { channel: 'AI-0', reading: { amount: '4.2', scale: 'mA' } },
        { channel: 'AI-1', reading: { amount: '0' } },
      ],
      probes: { roof: { amount: -3.5, meta: { scale: '°C' } }, cellar: { amount: 8 } },
    };
    expect(dialect.shapes.peripherals.encode(peripherals)).toStrictEqual(wire);
    expect(dialect.shapes.peripherals.decode(wire)).toStrictEqual({ ok: true, value: peripherals });
  });

  it('writes a command and an event in a frame of its own', () => {
    const operation = { name: 'device.rs485.transceive', params: { data: '00ff', timeout: 1500 } } as const;
    const command = {
      commandId: 'c1',
      operation,
      status: 'failed',
      createdAt: 1500,
      completedAt: 2500,
    } as const;
    expect(dialect.command.encode(command)).toStrictEqual({
      id: 'cmd/c1',
      operation: 'device.rs485.transceive',
      params: { frame: { encoding: 'base64', bytes: 'AP8=' }, waitSeconds: 1.5 },
      status: 'BROKEN',
      times: { accepted: 1.5, ended: '2500' },
    });
    const event = { topic: 'device.rs485.received', occurredAt: 5, data: { raw: 'hi' } };
    expect(dialect.shapes.wsEvent.encode(event)).toStrictEqual({
      kind: 'evt',
      name: 'device.rs485.received',
      meta: { at: 5 },
      body: { raw: 'hi' },
    });
  });

  it('counts from 0 in paths', () => {
    expect(dialect.encodeIndex(1)).toBe('0');
    expect(dialect.decodeIndex('0')).toBe(1);
  });

  it('reads any of its words for a status and any case of hex', () => {
    const wire = {
      id: 'cmd/c',
      operation: 'device.rs485.baudRate.set',
      params: { line: { baud: '9600 bit/s' } },
    };
    for (const status of ['QUEUED', 'AT_WORK', 'SENT']) {
      expect(dialect.command.decode({ ...wire, status })).toMatchObject({
        ok: true,
        value: { status: 'pending' },
      });
    }
    expect(dialect.shapes.transceiveResult.decode({ reply: 'aAfF' })).toEqual({
      ok: true,
      value: { data: 'aaff' },
    });
  });
});

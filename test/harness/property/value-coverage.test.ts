// What a run has met of the tables of values, read from traces.
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/operations.js';
import { toHex } from '../../../src/kernel/hex.js';
import { createValueMeter } from '../../../src/harness/property/value-coverage.js';
import {
  BYTES,
  type BytesClass,
  bytesClassOf,
  durationClassOf,
  DURATIONS,
  LENGTHS,
} from '../../../src/harness/property/value-rows.js';
import type { ProgramFacts } from '../../../src/harness/property/facts.js';
import { createTraceWriter } from '../judge/program-traces.js';

const FACTS: ProgramFacts = {
  devices: [
    {
      name: 'plant',
      profileName: 'bench',
      entry: { deviceId: 'd1', relays: [2, 3, 5] },
      relays: ['lamp', 'pump', 'fan'],
      rs485: { echo: ['ee'], unanswered: 'ff' },
      stimuli: [],
    },
  ],
  clients: [{ name: 'first', profileName: 'op', scopes: ['device:control', 'device:config'] }],
  connections: ['left', 'right'],
  witness: false,
};

const relays = (...asked: { index: number; action: 'on' | 'off' | 'jog' }[]): Operation => ({
  name: 'device.relay.set',
  params: { relays: asked },
});
const transceive = (data: string): Operation => ({ name: 'device.rs485.transceive', params: { data } });

/** What a table misses less for these operations, one after the other. */
function met(table: string, ...operations: readonly (readonly [Operation, object?])[]): readonly string[] {
  const [empty, meter] = [createValueMeter([FACTS]), createValueMeter([FACTS])];
  const trace = createTraceWriter();
  for (const [at, [operation, more]] of operations.entries())
    trace.operate(operation, { from: at * 1000, to: at * 1000 + 100, ...more });
  meter.see(trace.records());
  const left = (of: typeof meter): readonly string[] =>
    of.read().find((each) => each.table === table)?.left ?? [];
  const after = new Set(left(meter));
  return left(empty).filter((pair) => !after.has(pair));
}

describe('The classes of values', () => {
  it.each(Object.keys(BYTES) as BytesClass[])('tell bytes with %s of all lengths', (name) => {
    for (const length of LENGTHS.filter((each) => each > 1))
      expect(bytesClassOf(BYTES[name](length))).toEqual({ bytes: name, length: String(length) });
  });

  it('tell durations', () => {
    for (const [name, durations] of Object.entries(DURATIONS))
      for (const duration of durations) expect(durationClassOf(duration)).toBe(name);
  });
});

describe('What a run has met of the tables', () => {
  it('is the pairs of what was sent, and what was known before', () => {
    expect(met('relays', [relays({ index: 5, action: 'on' })])).toEqual([
      'action=on & relays=last',
      'action=on & way=rest',
      'relays=last & way=rest',
    ]);
    const again = [relays({ index: 5, action: 'off' }), { connection: 'c' }] as const;
    const second = met('relays', [relays({ index: 5, action: 'on' })], again);
    expect(second).toContain('from=on & way=ws');
    expect(second).toContain('action=off & from=on');
    const mixed = relays({ index: 2, action: 'on' }, { index: 3, action: 'off' });
    expect(met('relays', [mixed])).toContain('action=mixed & relays=several');
  });

  it('tells all relays of a device from several', () => {
    const devices = FACTS.devices.map((device) => ({
      ...device,
      entry: { ...device.entry, relays: [1, 2, 3, 4] },
      further: ['further1'],
    }));
    const meter = createValueMeter([{ ...FACTS, devices }]);
    const trace = createTraceWriter();
    const all = [1, 2, 3, 4].map((index) => ({ index, action: 'on' }) as const);
    const before = meter.read()[0]?.left ?? [];
    trace.operate(relays(...all), { from: 0, to: 100 });
    meter.see(trace.records());
    expect(before.filter((pair) => !meter.read()[0]?.left.includes(pair))).toContain(
      'action=on & relays=all',
    );
  });

  it('takes what was refused for nothing', () => {
    expect(met('relays', [relays({ index: 2, action: 'on' }), { refused: 'DEVICE_BUSY' }])).toEqual([]);
  });

  it('knows what came before on the line', () => {
    const bytes = toHex(BYTES['a zero last'](64));
    expect(met('transceive', [transceive('ff'), { status: 'timeout' }], [transceive(bytes)])).toContain(
      'after=a timeout & bytes=a zero last',
    );
  });

  it('knows whether a setting grew', () => {
    const jog = (duration: number): Operation => ({
      name: 'device.relay.jogConfig.set',
      params: { index: 2, duration },
    });
    expect(met('jogDuration', [jog(200)], [jog(1500)])).toContain(
      'before=shorter & duration=over a second, with a fraction',
    );
    const baud = (baudRate: number): Operation => ({
      name: 'device.rs485.baudRate.set',
      params: { baudRate },
    });
    expect(met('baudRate', [baud(115_200)], [baud(4800)])).toContain('before=higher & rate=low');
  });

  it('is of what the profile offers', () => {
    const tables = (facts: ProgramFacts): readonly string[] =>
      createValueMeter([facts])
        .read()
        .map(({ table }) => table);
    expect(tables(FACTS)).toEqual(['relays', 'transceive', 'jogDuration', 'baudRate']);
    expect(
      tables({ ...FACTS, noJog: true, devices: FACTS.devices.map((one) => ({ ...one, rs485: {} })) }),
    ).toEqual(['relays', 'baudRate']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSignal } from '../../../src/simulator/device/signals.js';
import { SIGNAL_KINDS, type SignalSpec } from '../../../src/simulator/device/schema/signals.js';

const source = { seed: 7, label: 'd-1/analog-1' };
const sine: SignalSpec = { kind: 'sine', mean: 10, amplitude: 2, period: 1000, phase: 0 };
const walk: SignalSpec = {
  kind: 'random-walk',
  start: 20,
  step: 0.5,
  every: 1000,
  least: -Infinity,
  most: Infinity,
};

const points = [
  { at: 0, value: 1 },
  { at: 100, value: 3 },
  { at: 300, value: 5 },
];

const SAMPLES: readonly SignalSpec[] = [
  { kind: 'constant', value: 4.2 },
  sine,
  { kind: 'ramp', from: 0, to: 10, over: 1000, after: 'return' },
  { kind: 'step', levels: [1, 2, 3], every: 100, after: 'repeat' },
  walk,
  { kind: 'noise', amplitude: 0.5, every: 100, on: sine },
  { kind: 'replay', points, between: 'linear', after: 'repeat' },
];

function read(spec: SignalSpec, ...times: readonly number[]): number[] {
  return times.map(createSignal(spec, source));
}

describe('each signal', () => {
  it('has a sample here', () => {
    expect(SAMPLES.map(({ kind }) => kind)).toEqual(SIGNAL_KINDS);
  });

  it.each(SAMPLES)('is a pure function of time: $kind', (spec) => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10_000_000 }), { maxLength: 20 }), (times) => {
        const once = createSignal(spec, source);
        const inOrder = times.map((time) => once(time));
        const backwards = times.toReversed().map((time) => once(time));
        expect(backwards.toReversed()).toEqual(inOrder);
        expect(times.map((time) => createSignal(spec, source)(time))).toEqual(inOrder);
        for (const value of inOrder) expect(Number.isFinite(value)).toBe(true);
      }),
    );
  });
});

describe('a sine', () => {
  it('swings around its mean', () => {
    const [start, top, middle, bottom] = read(sine, 0, 250, 500, 750);
    expect(start).toBeCloseTo(10);
    expect(top).toBeCloseTo(12);
    expect(middle).toBeCloseTo(10);
    expect(bottom).toBeCloseTo(8);
  });

  it('begins where its phase says, and is as exact after ten years', () => {
    expect(read({ ...sine, phase: 0.25 }, 0)[0]).toBeCloseTo(12);
    expect(read(sine, 1000 * 3_600 * 24 * 3650 + 250)[0]).toBeCloseTo(12, 9);
  });
});

describe('a ramp', () => {
  const ramp = { kind: 'ramp', from: 10, to: 20, over: 1000 } as const;

  it.each([
    ['hold', [10, 15, 20, 20, 20]],
    ['repeat', [10, 15, 10, 15, 10]],
    ['return', [10, 15, 20, 15, 10]],
  ] as const)('does what it is told when it has arrived: %s', (after, expected) => {
    expect(read({ ...ramp, after }, 0, 500, 1000, 1500, 2000)).toEqual(expected);
  });
});

describe('a step', () => {
  it.each([
    ['repeat', [1, 1, 5, 5, 1]],
    ['hold', [1, 1, 5, 5, 5]],
  ] as const)('changes exactly on time: %s', (after, expected) => {
    expect(read({ kind: 'step', levels: [1, 5], every: 100, after }, 0, 99, 100, 199, 200)).toEqual(expected);
  });
});

describe('a noise', () => {
  it('stays within its amplitude of the base and changes in each slot', () => {
    const noise: SignalSpec = {
      kind: 'noise',
      amplitude: 0.5,
      every: 100,
      on: { kind: 'constant', value: 3 },
    };
    const values = read(noise, ...Array.from({ length: 1000 }, (_, slot) => slot * 100));
    for (const value of values) expect(Math.abs(value - 3)).toBeLessThanOrEqual(0.5);
    expect(new Set(values).size).toBeGreaterThan(990);
    expect(read(noise, 0)).toEqual(read(noise, 99));
  });

  it('on a noise is not the same noise twice', () => {
    const lower: SignalSpec = { kind: 'noise', amplitude: 1, every: 100, on: { kind: 'constant', value: 0 } };
    const times = [0, 100, 200, 300];
    const single = read(lower, ...times);
    const double = read({ ...lower, on: lower }, ...times);
    expect(double).not.toEqual(single.map((value) => 2 * value));
  });
});

describe('a random walk', () => {
  const hours = Array.from({ length: 5000 }, (_, nth) => nth * 1000);

  it('begins at its start', () => {
    expect(read(walk, 0)[0]).toBeCloseTo(20, 9);
  });

  it('goes about one step in each slot', () => {
    const values = read(walk, ...hours);
    const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
    const rms = Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0) / steps.length);
    expect(rms).toBeGreaterThan(0.35);
    expect(rms).toBeLessThan(0.65);
  });

  it('strays further the longer it goes', () => {
    const spread = (gap: number): number => {
      const values = read(walk, ...Array.from({ length: 400 }, (_, nth) => nth * gap));
      const steps = values.slice(1).map((value, at) => (value - (values[at] ?? 0)) ** 2);
      return Math.sqrt(steps.reduce((sum, step) => sum + step, 0) / steps.length);
    };
    expect(spread(64_000)).toBeGreaterThan(3 * spread(1000));
  });

  it('turns back at its walls', () => {
    const values = read({ ...walk, step: 5, least: 15, most: 25 }, ...hours);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(15);
    expect(Math.max(...values)).toBeLessThanOrEqual(25);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(8);
  });

  it.each([
    ['below', 18, Infinity],
    ['above', -Infinity, 22],
  ])('may have one wall, %s', (_, least, most) => {
    const values = read({ ...walk, least, most }, ...hours);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...values)).toBeLessThanOrEqual(most);
  });

  it('of another device is another walk', () => {
    const other = createSignal(walk, { ...source, label: 'd-2/analog-1' });
    expect(hours.slice(1, 10).map(other)).not.toEqual(read(walk, ...hours.slice(1, 10)));
  });
});

describe('a replay', () => {
  it('holds each value until the next, and begins again', () => {
    const replay: SignalSpec = { kind: 'replay', points, between: 'hold', after: 'repeat' };
    expect(read(replay, 0, 99, 100, 299, 300, 399, 400)).toEqual([1, 1, 3, 3, 1, 1, 3]);
  });

  it('goes straight from point to point, and stays at the last', () => {
    const replay: SignalSpec = { kind: 'replay', points, between: 'linear', after: 'hold' };
    expect(read(replay, 0, 50, 100, 200, 300, 9999)).toEqual([1, 2, 3, 4, 5, 5]);
  });

  it('shows its first value until then when it begins late', () => {
    const late: SignalSpec = {
      kind: 'replay',
      points: [{ at: 50, value: 9 }],
      between: 'hold',
      after: 'hold',
    };
    expect(read(late, 0, 49, 50, 51)).toEqual([9, 9, 9, 9]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, fractionAt, type RandomStream } from '../../src/kernel/random.js';

const seeds = fc.integer();
const labels = fc.string({ maxLength: 30 });

function draw(stream: RandomStream, count: number): number[] {
  return Array.from({ length: count }, () => stream.fraction());
}

/** How far counts are from being equal, in standard deviations of what chance would do. */
function unevenness(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = counts.length - 1;
  return (chiSquare - freedom) / Math.sqrt(2 * freedom);
}

function countInto(buckets: number, places: Iterable<number>): number[] {
  const counts = Array.from({ length: buckets }, () => 0);
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

describe('a random stream', () => {
  it('gives the same numbers for the same seed and label', () => {
    fc.assert(
      fc.property(seeds, labels, (seed, label) => {
        expect(draw(createRandom(seed).stream(label), 5)).toEqual(draw(createRandom(seed).stream(label), 5));
      }),
    );
  });

  it('begins anew each time it is asked for', () => {
    const random = createRandom(1);
    expect(draw(random.stream('a'), 5)).toEqual(draw(random.stream('a'), 5));
  });

  it('is not shifted by a new consumer with another label', () => {
    const alone = draw(createRandom(7).stream('device-1/latency'), 20);
    const random = createRandom(7);
    const stream = random.stream('device-1/latency');
    const other = random.stream('device-1/noise');
    const together = Array.from({ length: 20 }, () => {
      other.token(3);
      return stream.fraction();
    });
    expect(together).toEqual(alone);
  });

  it('differs from the streams of any other label and seed', () => {
    const begin = (seed: number, label: string): string => createRandom(seed).stream(label).token(12);
    const tokens = [
      begin(1, 'a'),
      begin(1, 'b'),
      begin(2, 'a'),
      begin(1, ''),
      begin(-1, 'a'),
      begin(1, 'a/'),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('begins like no other among the streams of a large fleet', () => {
    const random = createRandom(1);
    const fleet = Array.from({ length: 200_000 }, (_, at) => {
      const serial = Math.imul(at, 0x9e3779b1) >>> 0;
      return random.stream(`device-${serial.toString(16)}/id`).integer(0, 2 ** 52);
    });
    expect(new Set(fleet).size).toBe(fleet.length);
  });

  it('keeps integers within their bounds, both included', () => {
    const bounds = fc.tuple(fc.integer(), fc.nat(1000)).map(([from, span]) => ({ from, to: from + span }));
    fc.assert(
      fc.property(seeds, bounds, (seed, { from, to }) => {
        const value = createRandom(seed).stream('x').integer(from, to);
        expect(value).toSatisfy(Number.isInteger);
        expect(value).toBeGreaterThanOrEqual(from);
        expect(value).toBeLessThanOrEqual(to);
      }),
    );
    const dice = createRandom(1).stream('dice');
    expect(new Set(Array.from({ length: 200 }, () => dice.integer(1, 6))).size).toBe(6);
  });

  it('refuses bounds that hold no integer', () => {
    const stream = createRandom(1).stream('x');
    expect(() => stream.integer(0, -1)).toThrow('bounds');
    expect(() => stream.integer(0.5, 2)).toThrow('bounds');
    expect(() => stream.integer(0, Number.NaN)).toThrow('bounds');
  });

  it('spreads its fractions evenly over [0, 1)', () => {
    const fractions = draw(createRandom(3).stream('x'), 50_000);
    expect(fractions.every((value) => value >= 0 && value < 1)).toBe(true);
    const places = fractions.map((value) => Math.floor(value * 50));
    expect(Math.abs(unevenness(countInto(50, places)))).toBeLessThan(5);
  });

  it('has first draws that say nothing about each other, over labels that are alike', () => {
    const random = createRandom(3);
    const places = Array.from({ length: 40_000 }, (_, at) => {
      const [first = 0, second = 0] = draw(random.stream(`device-${at}/boot`), 2);
      return Math.floor(first * 16) * 16 + Math.floor(second * 16);
    });
    expect(Math.abs(unevenness(countInto(256, places)))).toBeLessThan(5);
  });

  it('takes a chance as often as the probability says', () => {
    const stream = createRandom(5).stream('x');
    const share = (probability: number): number =>
      Array.from({ length: 20_000 }, () => stream.chance(probability)).filter(Boolean).length / 20_000;
    expect(share(0)).toBe(0);
    expect(share(1)).toBe(1);
    expect(share(0.2)).toBeCloseTo(0.2, 1);
  });

  it('makes tokens of the length asked for, from a-z and 0-9', () => {
    fc.assert(
      fc.property(seeds, fc.nat(64), (seed, length) => {
        const token = createRandom(seed).stream('x').token(length);
        expect(token).toMatch(/^[a-z0-9]*$/);
        expect(token).toHaveLength(length);
      }),
    );
  });

  it('refuses a seed that is no integer', () => {
    for (const seed of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createRandom(seed)).toThrow('seed');
    }
  });
});

describe('the fraction at a position', () => {
  it('depends on nothing but its arguments', () => {
    fc.assert(
      fc.property(seeds, labels, fc.integer(), (seed, label, position) => {
        const value = fractionAt(seed, label, position);
        expect(fractionAt(seed, label, position)).toBe(value);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
      }),
    );
  });

  it('spreads evenly, and neighbours say nothing about each other', () => {
    const places = Array.from({ length: 40_000 }, (_, at) => {
      const [here, next] = [fractionAt(1, 'temperature', 2 * at), fractionAt(1, 'temperature', 2 * at + 1)];
      return Math.floor(here * 16) * 16 + Math.floor(next * 16);
    });
    expect(Math.abs(unevenness(countInto(256, places)))).toBeLessThan(5);
  });
});

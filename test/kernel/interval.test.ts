import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, gapBetween, type Interval, mayOverlap, surelyBefore } from '../../src/kernel/interval.js';

const interval = fc.tuple(fc.nat(12), fc.nat(6)).map(([from, length]) => ({ from, to: from + length }));

/** Every whole moment at which an act inside the interval may have taken place. */
function moments({ from, to }: Interval): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Every way to place one act in each interval. */
function placements(a: Interval, b: Interval): [number, number][] {
  return moments(a).flatMap((first) => moments(b).map((second): [number, number] => [first, second]));
}

describe('intervals, held against every placement of the two acts', () => {
  const check = (property: (a: Interval, b: Interval) => void): void =>
    fc.assert(fc.property(interval, interval, property), { numRuns: 500 });

  it('gapBetween gives the least and the most distance', () => {
    check((a, b) => {
      const distances = placements(a, b).map(([first, second]) => Math.abs(second - first));
      expect(gapBetween(a, b)).toEqual({ least: Math.min(...distances), most: Math.max(...distances) });
    });
  });

  it('mayOverlap says whether some placement has both at one moment', () => {
    check((a, b) => {
      expect(mayOverlap(a, b)).toBe(placements(a, b).some(([first, second]) => first === second));
    });
  });

  it('surelyBefore says whether the first comes first in every placement', () => {
    check((a, b) => {
      expect(surelyBefore(a, b)).toBe(placements(a, b).every(([first, second]) => first < second));
    });
  });

  it('contains says whether every moment of the second is one of the first', () => {
    check((a, b) => {
      const held = new Set(moments(a));
      expect(contains(a, b)).toBe(moments(b).every((moment) => held.has(moment)));
    });
  });
});

describe('intervals that touch', () => {
  const [early, late] = [
    { from: 0, to: 3000 },
    { from: 3000, to: 3010 },
  ];

  it('may overlap, so that neither is surely before the other', () => {
    expect(mayOverlap(early, late)).toBe(true);
    expect(surelyBefore(early, late)).toBe(false);
    expect(gapBetween(early, late)).toEqual({ least: 0, most: 3010 });
  });

  it('are apart once a millisecond lies between them', () => {
    const later = { from: 3001, to: 3010 };
    expect(mayOverlap(early, later)).toBe(false);
    expect(surelyBefore(early, later)).toBe(true);
    expect(gapBetween(later, early).least).toBe(1);
  });
});

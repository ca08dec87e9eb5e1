// Covering arrays meet what they promise, in few rows, and the same ones for the same seed.
import { describe, expect, it } from 'vitest';
import { combinationsIn, combinationsOf, coveringArray } from '../../src/kernel/covering-array.js';
import { createRandom } from '../../src/kernel/random.js';

const AXES = { way: ['rest', 'ws'], size: ['1', '2', '3'], end: ['a zero', 'none', 'both & more'] };
const stream = (seed = 1) => createRandom(seed).stream('rows');

describe('a covering array', () => {
  it.each([2, 3] as const)('meets each combination of %i values', (strength) => {
    const rows = coveringArray(AXES, stream(), { strength });
    const met = new Set(rows.flatMap((row) => combinationsIn(row, strength)));
    expect(combinationsOf(AXES, { strength }).filter((each) => !met.has(each))).toEqual([]);
  });

  it('has about as many rows as the two largest axes demand', () => {
    expect(coveringArray(AXES, stream()).length).toBeLessThanOrEqual(11);
  });

  it('has no row that is impossible, and meets all that is possible', () => {
    const possible = ({ way, size }: Readonly<Record<string, string>>) => !(way === 'ws' && size === '3');
    const rows = coveringArray(AXES, stream(), { possible });
    const met = new Set(rows.flatMap((row) => combinationsIn(row)));
    expect(rows.every(possible)).toBe(true);
    expect(met).toEqual(new Set(combinationsOf(AXES, { possible })));
  });

  it('is the same for the same seed', () => {
    expect(coveringArray(AXES, stream(7))).toEqual(coveringArray(AXES, stream(7)));
  });

  it('misses a combination where a row is taken away', () => {
    const rows = coveringArray({ a: ['0', '1'], b: ['0', '1'] }, stream()).slice(1);
    const met = new Set(rows.flatMap((row) => combinationsIn(row)));
    expect(met.size).toBe(3);
  });
});

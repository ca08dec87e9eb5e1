import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/kernel/json-limits.js';

const LIMITS = { depth: 4, values: 10 };

/** Counted the slow way. */
function measured(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(measured);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

describe('JSON within limits', () => {
  it('is read as the parser reads it, and is refused as soon as it nests too deep', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        const read = readJson(text, { depth: 4, values: 1_000_000 });
        const parsed = JSON.parse(text) as unknown;
        const tooDeep = measured(parsed).depth > 4;
        expect(read).toEqual(tooDeep ? { ok: false, why: 'depth' } : { ok: true, value: parsed });
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('never holds more values than it may', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const read = readJson(JSON.stringify(value), { depth: 100, values: 10 });
        expect(read.ok ? measured(read.value).values : 0).toBeLessThanOrEqual(10);
      }),
      { seed: 2, numRuns: 2000 },
    );
  });

  it.each([
    ['[[[[1]]]]', true],
    ['[[[[[1]]]]]', false],
    ['{"a":{"a":{"a":{"a":{}}}}}', false],
    [JSON.stringify('[[[[[[[['), true],
    [JSON.stringify('\\"[[[[[[[['), true],
    [JSON.stringify(['\\', '[[[[[[[[']), true],
    ['["a\\\\",[[[[[1]]]]]', false],
  ])('counts brackets outside of strings only: %s', (text, good) => {
    expect(readJson(text, LIMITS).ok).toBe(good);
  });

  it.each([
    ['[1,2,3,4,5,6,7,8,9]', undefined],
    ['[1,2,3,4,5,6,7,8,9,10,11]', 'values'],
    ['{"a":1', 'syntax'],
    ['["abc', 'syntax'],
    ['', 'syntax'],
    ['['.repeat(100_000), 'depth'],
    ['{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), 'depth'],
  ] as const)('says why not: %.30s', (text, why) => {
    const read = readJson(text, LIMITS);
    expect(read.ok ? undefined : read.why).toBe(why);
  });
});

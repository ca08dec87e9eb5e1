// What the gate takes for one reading of a message: the same values, whatever the order of keys.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainJson, same } from '../../../src/harness/safety/gate/plain-json.js';

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

test('two values are the same as far as their texts are with sorted keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
      expect(same(one, other)).toBe(sorted(one) === sorted(other));
      expect(same(one, JSON.parse(sorted(one)))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test.each([
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: undefined, b: 1 }, { b: 1, c: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1, c: 2 }, false],
  [[1, 2], [2, 1], false],
  [[1], { 0: 1 }, false],
  [{}, [], false],
  [{ a: null }, {}, false],
  [{ a: { b: [1] } }, { a: { b: [1, 2] } }, false],
])('%j beside %j: %s', (one, other, expected) => {
  expect(same(one, other)).toBe(expected);
  expect(same(other, one)).toBe(expected);
});

test('a name of the language itself is a key like any other', () => {
  const odd = plainJson('{"__proto__":{"a":1}}')?.value;
  expect(same(odd, {})).toBe(false);
  expect(same({ toString: 1 }, {})).toBe(false);
});

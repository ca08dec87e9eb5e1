import { expect, test } from 'vitest';
import { defined } from '../../src/kernel/defined.js';

test('what is undefined is absent, and what is null, false or empty stays', () => {
  expect(Object.keys(defined({ a: undefined, b: null, c: false, d: '', e: 0 }))).toEqual([
    'b',
    'c',
    'd',
    'e',
  ]);
});

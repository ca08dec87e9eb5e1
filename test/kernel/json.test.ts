import { expect, test } from 'vitest';
import { valueAtPointer } from '../../src/kernel/json.js';

const ROOT = { a: [{ b: 1 }, null], 'x/y': { 'm~n': 'here' }, '': 0 };

test.each([
  ['', ROOT],
  ['/a/0/b', 1],
  ['/a/1', null],
  ['/a/2', undefined],
  ['/a/1/b', undefined],
  ['/x~1y/m~0n', 'here'],
  ['/', 0],
  ['/toString', undefined],
])('at %j of a value of JSON stands what RFC 6901 says', (pointer, value) => {
  expect(valueAtPointer(ROOT, pointer)).toEqual(value);
});

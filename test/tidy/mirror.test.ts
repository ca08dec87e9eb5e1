// The guard that wants a test for each verb, engine part, invariant and stimulus.
import { expect, test } from 'vitest';
import { partsIn, untested } from './mirror.js';

test('names the part that has no test, and the test to write', () => {
  expect(untested(['harness/judge/keys', 'harness/judge/lane'], ['test/harness/judge/keys.test.ts'])).toEqual(
    [
      {
        path: 'src/harness/judge/lane.ts',
        line: 1,
        what: 'has no test of its name',
        todo: 'Write test/harness/judge/lane.test.ts',
      },
    ],
  );
});

test('counts the files of a folder that do something', () => {
  const files = [
    { path: 'src/harness/judge/keys.ts', source: 'export const keys = 1;' },
    { path: 'src/harness/judge/finding.ts', source: 'export interface Finding {}' },
    { path: 'src/harness/judge/model/order.ts', source: 'export function order() {}' },
  ];
  expect(partsIn(files, ['src/harness/judge'])).toEqual(['harness/judge/keys']);
});

// The simulator under hostile bytes, in full size.
import { expect, test } from 'vitest';
import { conform } from '../../e2e/bin.js';

test('the executable is there to be attacked', async () => {
  expect((await conform('--version')).code).toBe(0);
});

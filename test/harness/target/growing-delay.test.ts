import { expect, it } from 'vitest';
import { growingDelay } from '../../../src/harness/target/retry.js';

it('doubles the delay with each try in vain, up to five seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 40].map(growingDelay)).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
});

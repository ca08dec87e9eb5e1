// `npm run proof -- any-order`: all checks, in twenty orders, on slow and restless variants.
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../self-test/run-in-virtual-time.js';
import { notPassed, RESTLESS_VARIANTS } from './in-any-order.js';

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);

describe.each(RESTLESS_VARIANTS)('in any order, on %s', (variant) => {
  it.each(SEEDS)('every check passes with seed %i', async (seed) => {
    expect(await notPassed(SCENARIOS, variant, seed)).toEqual([]);
  });
});

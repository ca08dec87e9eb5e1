// `npm run proof -- any-order`: all checks, in twenty orders, on slow and restless variants.
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../self-test/run-in-virtual-time.js';
import { UNFIT_CHECKS } from '../self-test/unfit-checks.js';
import { notPassed, RESTLESS_VARIANTS } from './in-any-order.js';

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);

describe.each(RESTLESS_VARIANTS)('in any order, on %s', (variant) => {
  it.each(SEEDS)('every check passes with seed %i', async (seed) => {
    const others = await notPassed(SCENARIOS, variant, seed);
    expect(others.filter((text) => !UNFIT_CHECKS.some((id) => text.startsWith(`${id}: skip`)))).toEqual([]);
  });
});

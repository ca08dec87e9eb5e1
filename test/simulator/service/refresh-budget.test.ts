import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRefreshBudget } from '../../../src/simulator/service/refresh-budget.js';

describe('the refresh budget', () => {
  it('is free until it is spent', () => {
    const budget = createRefreshBudget(createManualClock(), 3000);
    expect(budget.waitFor('plant')).toBeUndefined();
    budget.spend('plant');
    expect(budget.waitFor('plant')).toBe(3000);
  });

  it('is free again after exactly three seconds, and not a millisecond before', async () => {
    const clock = createManualClock();
    const budget = createRefreshBudget(clock, 3000);
    budget.spend('plant');
    await clock.advance(2999);
    expect(budget.waitFor('plant')).toBe(1);
    await clock.advance(1);
    expect(budget.waitFor('plant')).toBeUndefined();
  });

  it('does not grow by asking', async () => {
    const clock = createManualClock();
    const budget = createRefreshBudget(clock, 3000);
    budget.spend('plant');
    await clock.advance(1500);
    for (let ask = 0; ask < 10; ask++) budget.waitFor('plant');
    expect(budget.waitFor('plant')).toBe(1500);
  });

  it('belongs to one device', () => {
    const budget = createRefreshBudget(createManualClock(), 3000);
    budget.spend('plant');
    expect(budget.waitFor('pump')).toBeUndefined();
  });
});

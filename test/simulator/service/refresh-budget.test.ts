import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRefreshBudget } from '../../../src/simulator/service/ports.js';

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

  it('remembers a device no longer than it matters', async () => {
    const clock = createManualClock();
    const budget = createRefreshBudget(clock, 3000);
    for (let n = 0; n < 10_000; n++) {
      budget.spend(`device-${n}`);
      await clock.advance(n % 100 === 0 ? 100 : 0);
    }
    expect(budget.size).toBeLessThanOrEqual(3100);
    await clock.advance(3000);
    budget.spend('last');
    expect(budget.size).toBe(1);
  });

  it('counts from the latest refresh of a device that was refreshed before', async () => {
    const clock = createManualClock();
    const budget = createRefreshBudget(clock, 3000);
    budget.spend('plant');
    await clock.advance(3000);
    budget.spend('plant');
    await clock.advance(1);
    budget.spend('pump');
    expect(budget.waitFor('plant')).toBe(2999);
  });
});

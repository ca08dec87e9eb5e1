import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createQuotas } from '../../../src/simulator/service/ports.js';
import { DEFAULT_SETTINGS } from '../../../src/simulator/service/settings.js';

const two = { ...DEFAULT_SETTINGS.quotas, query: { limit: 2, window: 1000 } };

describe('quotas', () => {
  it('let the limit pass in a window and name the wait for the next', async () => {
    const clock = createManualClock();
    const quotas = createQuotas(clock, two);
    quotas.take('a', 'query');
    await clock.advance(400);
    quotas.take('a', 'query');
    expect(quotas.waitFor('a', 'query')).toBe(600);
    await clock.advance(600);
    expect(quotas.waitFor('a', 'query')).toBeUndefined();
  });

  it('do not move the end of the window when somebody is turned away', async () => {
    const clock = createManualClock();
    const quotas = createQuotas(clock, two);
    quotas.take('a', 'query');
    quotas.take('a', 'query');
    for (let ask = 0; ask < 5; ask++) quotas.waitFor('a', 'query');
    await clock.advance(999);
    expect(quotas.waitFor('a', 'query')).toBe(1);
  });

  it('are counted for each client and each class apart', () => {
    const quotas = createQuotas(createManualClock(), two);
    quotas.take('a', 'query');
    quotas.take('a', 'query');
    expect(quotas.waitFor('b', 'query')).toBeUndefined();
    expect(quotas.waitFor('a', 'control')).toBeUndefined();
  });

  it('can be looked at: what is left, and when all of it is back', async () => {
    const clock = createManualClock();
    const quotas = createQuotas(clock, two);
    expect(quotas.level('a', 'query')).toEqual({ limit: 2, left: 2, resetsIn: 0 });
    quotas.take('a', 'query');
    await clock.advance(300);
    expect(quotas.level('a', 'query')).toEqual({ limit: 2, left: 1, resetsIn: 700 });
  });
});

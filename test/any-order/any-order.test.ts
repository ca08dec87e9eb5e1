// Checks expect only what they have made sure of: whatever their order, their devices and how many run at a time,
// the verdicts are the same. One seed here; `npm run proof -- any-order` tries twenty.
import { expect, it } from 'vitest';
import { SCENARIOS } from '../self-test/run-in-virtual-time.js';
import { notPassed, RESTLESS_VARIANTS } from './in-any-order.js';

/** What is about the state and the settings of devices; the other areas leave nothing on them. */
const AREAS = new Set(['commands', 'devices', 'events', 'idempotency', 'relay', 'rs485']);

it.each(RESTLESS_VARIANTS)(
  'passes every check in any order, on %s',
  async (variant) => {
    const scenarios = SCENARIOS.filter(({ area }) => AREAS.has(area));
    expect(await notPassed(scenarios, variant, 1)).toEqual([]);
  },
  60_000,
);

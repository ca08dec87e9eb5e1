import { describe, expect, it } from 'vitest';
import { createLateness, neverLate } from '../../../src/harness/run/run-context.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import type { Clock } from '../../../src/kernel/clock.js';

/** A clock whose timers are called `by` ms after they were due, as those of a busy machine are. */
function lateBy(by: () => number): Clock & Pick<ReturnType<typeof createManualClock>, 'advance' | 'pending'> {
  const clock = createManualClock();
  return { ...clock, setTimer: (name, delay, callback) => clock.setTimer(name, delay + by(), callback) };
}

describe('the lateness of a machine', () => {
  it('is none where timers are called in time', async () => {
    const clock = lateBy(() => 40);
    const lateness = createLateness(clock, 24);
    await clock.advance(10_000);
    expect([lateness.parallel, lateness.worstSince(0)]).toEqual([24, 0]);
    lateness.stop();
    expect(clock.pending()).toEqual([]);
  });

  it('makes a run do fewer things at a time, but never fewer than three', async () => {
    const clock = lateBy(() => 41);
    const lateness = createLateness(clock, 24);
    await clock.advance(91 * 5);
    expect(lateness.parallel).toBeLessThan(16);
    await clock.advance(10_000);
    expect([lateness.parallel, lateness.worstSince(0)]).toEqual([3, 41]);
  });

  it('lets a run that may do one thing at a time do one', async () => {
    const clock = lateBy(() => 500);
    const lateness = createLateness(clock, 1);
    await clock.advance(10_000);
    expect(lateness.parallel).toBe(1);
  });

  it('is forgotten as soon as the machine keeps up again, and told of the time when it did not', async () => {
    let by = 300;
    const clock = lateBy(() => by);
    const lateness = createLateness(clock, 24);
    await clock.advance(3500);
    by = 0;
    await clock.advance(400);
    const calm = clock.now();
    await clock.advance(20_000);
    expect(lateness.parallel).toBe(24);
    expect([lateness.worstSince(0), lateness.worstSince(calm)]).toEqual([300, 0]);
  });

  it('is none where time is not the machine’s', () => {
    expect(neverLate(24)).toMatchObject({ parallel: 24 });
    expect(neverLate(24).worstSince(0)).toBe(0);
  });
});

// Runs jobs to their end on a scheduler that nobody else uses.
import type { ManualClock } from '../../../src/kernel/manual-clock.js';
import { createLeases, type Leases } from '../../../src/harness/target/leases.js';
import { createScheduler, type Job, type SchedulerOptions } from '../../../src/harness/run/scheduler.js';

export function schedule(jobs: readonly Job[], options: SchedulerOptions): Promise<readonly Job[]> {
  const scheduler = createScheduler(options);
  const running = scheduler.run(jobs);
  scheduler.close();
  return running;
}

export const leasesOf = (clock: ManualClock, restedAt = (_device: string): number => -Infinity): Leases =>
  createLeases({ clock, refreshes: { note: () => undefined, restedAt }, devices: {} });

/** What nobody refreshes. */
export const waiting = (span: number): Job['waits'] => ({
  span,
  refreshes: {},
  switches: false,
});

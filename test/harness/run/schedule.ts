// Runs jobs to their end on a scheduler that nobody else uses.
import type { ManualClock } from '../../../src/kernel/manual-clock.js';
import {
  createLeases,
  type Lease,
  type LeaseRequest,
  type Leases,
  type Lessor,
} from '../../../src/harness/target/leases.js';
import { createScheduler, type SchedulerOptions } from '../../../src/harness/run/scheduler.js';

export interface Job extends LeaseRequest {
  readonly id: string;
  run(lease: Lease): Promise<void>;
}

/** Resolves with those that were never begun. */
export function schedule(jobs: readonly Job[], options: SchedulerOptions): Promise<readonly Job[]> {
  return runOn(createScheduler(options), jobs);
}

export async function runOn(lessor: Lessor, jobs: readonly Job[]): Promise<readonly Job[]> {
  const never: Job[] = [];
  const running = jobs.map(async (job) => {
    const held = await lessor.lease(job);
    if (!held) return void never.push(job);
    await job.run(held.lease);
    held.giveBack();
  });
  await Promise.all(running);
  return never;
}

export const leasesOf = (clock: ManualClock, restedAt = (_device: string): number => -Infinity): Leases =>
  createLeases({
    clock,
    refreshes: { note: () => undefined, restedAt, surelyRestedAt: restedAt },
    devices: {},
  });

/** What nobody refreshes. */
export const waiting = (span: number): Job['waits'] => ({
  span,
  refreshes: {},
});

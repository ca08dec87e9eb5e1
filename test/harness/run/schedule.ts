// Runs jobs to their end on a scheduler that nobody else uses.
import { createScheduler, type Job, type SchedulerOptions } from '../../../src/harness/run/scheduler.js';

export function schedule(jobs: readonly Job[], options: SchedulerOptions): Promise<readonly Job[]> {
  const scheduler = createScheduler(options);
  const running = scheduler.run(jobs);
  scheduler.close();
  return running;
}

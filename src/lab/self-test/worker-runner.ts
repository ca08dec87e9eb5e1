// Runs trials in a thread of its own. A trial whose thread dies or does not answer is lost.
import { createThread, type ThreadOptions } from '../threads/thread.js';
import type { RunTrial } from './run-trial.js';
import type { Trial, Tried } from './trial.js';

export interface WorkerRunner {
  readonly run: RunTrial;
  close(): Promise<void>;
}

/** A trial takes a few seconds; ms of the machine's clock, of any machine, after which its thread is given up. */
const LONGEST_TRIAL = 1_800_000;

/** The module runs in the thread, and answers trials with what came of them. */
export type WorkerOptions = Pick<ThreadOptions, 'module' | 'data' | 'clock' | 'signal'>;

export function createWorkerRunner(options: WorkerOptions): WorkerRunner {
  const thread = createThread<Trial, Tried>({
    ...options,
    patience: LONGEST_TRIAL,
  });
  return {
    run: async (trial) => {
      const answered = await thread.ask(trial);
      return answered.kind === 'answer' ? answered.answer : { trial, checks: [], bugs: [answered.why] };
    },
    close: thread.close,
  };
}

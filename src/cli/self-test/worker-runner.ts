// Runs trials in a thread of its own. A trial whose thread dies or does not answer is lost.
import type { Clock } from '../../kernel/clock.js';
import { createThread } from '../threads/thread.js';
import type { RunTrial } from './run-trial.js';
import type { Trial, Tried } from './trial.js';

export interface WorkerRunner {
  readonly run: RunTrial;
  close(): Promise<void>;
}

/** A trial takes a second or two; ms of the machine's clock after which nothing is expected any more. */
const LONGEST_TRIAL = 120_000;

/** @param clock the machine's. @param signal stops the thread at once. */
export function createWorkerRunner(cwd: string, clock: Clock, signal: AbortSignal): WorkerRunner {
  const module = new URL('./worker.js', import.meta.url);
  const thread = createThread<Trial, Tried>({
    module,
    data: { cwd },
    patience: LONGEST_TRIAL,
    clock,
    signal,
  });
  return {
    run: async (trial) => {
      const answered = await thread.ask(trial);
      return answered.kind === 'answer' ? answered.answer : { trial, checks: [], bugs: [answered.why] };
    },
    close: thread.close,
  };
}

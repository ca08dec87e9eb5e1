// Runs trials on several runners at once, each taking the next trial when it has ended one.
import { createThread, type ThreadOptions } from '../threads/thread.js';
import type { RunTrial } from './run-trial.js';
import type { Trial, Tried } from './trial.js';

export interface TrialProgress {
  begun(trial: Trial): void;
  ended(tried: Tried): void;
}

/** What was tried, in the order of the trials; less than all when the signal aborts. */
export async function runTrials(
  trials: readonly Trial[],
  runners: readonly RunTrial[],
  progress: TrialProgress,
  signal: AbortSignal,
): Promise<Tried[]> {
  const results = new Map<string, Tried>();
  const waiting = trials.values();
  const work = async (run: RunTrial): Promise<void> => {
    // One iterator for all: each trial is taken once.
    for (const trial of waiting) {
      progress.begun(trial);
      const tried = await run(trial);
      if (signal.aborted) return;
      results.set(trial.id, tried);
      progress.ended(tried);
    }
  };
  await Promise.all(runners.map(work));
  return trials.flatMap(({ id }) => results.get(id) ?? []);
}

// Runs trials in a thread of its own. A trial whose thread dies or does not answer is lost.

interface WorkerRunner {
  readonly run: RunTrial;
  close(): Promise<void>;
}

/** A trial takes a few seconds; ms of the machine's clock, of any machine, after which its thread is given up. */
const LONGEST_TRIAL = 1_800_000;

/** The module runs in the thread, and answers trials with what came of them. */
type WorkerOptions = Pick<ThreadOptions, 'module' | 'data' | 'clock' | 'signal'>;

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

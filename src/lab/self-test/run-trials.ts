// Runs trials on several runners at once, each taking the next trial when it has ended one.
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

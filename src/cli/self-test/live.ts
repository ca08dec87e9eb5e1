// What a self-test shows while it runs: on a terminal one line that is drawn over.
import type { Clock } from '../../kernel/clock.js';
import { formatDuration } from '../../kernel/duration.js';
import type { Io } from '../io.js';
import { createLiveLine } from '../live-line.js';
import type { TrialProgress } from '../../lab/self-test/run-trials.js';
import type { Tried } from '../../lab/self-test/trial.js';

export interface LiveTrials extends TrialProgress {
  /** Removes the line. */
  end(): void;
}

/** With fewer trials done than this, the time left is anybody's guess. */
const LEAST_DONE = 5;

export interface LiveOptions {
  readonly total: number;
  readonly verbose: boolean;
  /** The machine's. */
  readonly clock: Clock;
}

export function createLiveTrials(io: Io, { total, verbose, clock }: LiveOptions): LiveTrials {
  const running = new Set<string>();
  const startedAt = clock.now();
  let done = 0;

  const words = (): string => {
    const left = ((clock.now() - startedAt) / done) * (total - done);
    const estimate =
      done < LEAST_DONE ? '' : ` · about ${formatDuration(Math.ceil(left / 1000) * 1000)} left`;
    return `${done}/${total}${estimate} · ${[...running].join(', ')}`;
  };
  const line = createLiveLine(io, clock, words);
  return {
    begun: ({ id }) => {
      running.add(id);
      line.drawSoon();
    },
    ended: (tried) => {
      running.delete(tried.trial.id);
      done++;
      if (verbose) line.say(triedLine(tried));
      line.drawSoon();
    },
    end: line.end,
  };
}

function triedLine({ trial: { kind, id }, checks, bugs }: Tried): string {
  const count = (...verdicts: readonly string[]): number =>
    checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const red = count('fail', 'warn', 'error');
  const counts = `${count('pass')} passed, ${red} red, ${count('inconclusive')} inconclusive`;
  return `${kind.padEnd(8)}${id}: ${[counts, ...bugs].join('; ')}`;
}

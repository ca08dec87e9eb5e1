// What a self-test shows while it runs: on a terminal one line that is drawn over.
import type { Clock, Timer } from '../../kernel/clock.js';
import { formatDuration } from '../../kernel/duration.js';
import { cut } from '../../report/gist.js';
import type { Io } from '../io.js';
import type { TrialProgress } from './run-trials.js';
import type { Tried } from './trial.js';

export interface LiveTrials extends TrialProgress {
  /** Removes the line. */
  end(): void;
}

const REDRAW = 80;
const ERASE = '\r\u001b[2K';
/** With fewer trials done than this, the time left is anybody's guess. */
const LEAST_DONE = 5;

export interface LiveOptions {
  readonly total: number;
  readonly verbose: boolean;
  /** The machine's. */
  readonly clock: Clock;
}

export function createLiveTrials({ err }: Io, { total, verbose, clock }: LiveOptions): LiveTrials {
  const running = new Set<string>();
  const startedAt = clock.now();
  let done = 0;
  let timer: Timer | undefined;

  const line = (): string => {
    const left = ((clock.now() - startedAt) / done) * (total - done);
    const words = done < LEAST_DONE ? '' : ` · about ${formatDuration(Math.ceil(left / 1000) * 1000)} left`;
    return `${done}/${total}${words} · ${[...running].join(', ')}`;
  };
  const draw = (): void => {
    timer = undefined;
    err.write(ERASE + err.paint.quiet(cut(line(), (err.columns ?? 80) - 1)));
  };
  const drawSoon = (): void => {
    if (err.isTerminal) timer ??= clock.setTimer('progress line', REDRAW, draw);
  };
  return {
    begun: ({ id }) => {
      running.add(id);
      drawSoon();
    },
    ended: (tried) => {
      running.delete(tried.trial.id);
      done++;
      if (verbose) err.write(`${err.isTerminal ? ERASE : ''}${triedLine(tried)}\n`);
      drawSoon();
    },
    end: () => {
      timer?.cancel();
      if (err.isTerminal) err.write(ERASE);
    },
  };
}

function triedLine({ trial: { kind, id }, checks, bugs }: Tried): string {
  const count = (...verdicts: readonly string[]): number =>
    checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const red = count('fail', 'warn', 'error');
  const counts = `${count('pass')} passed, ${red} red, ${count('inconclusive')} inconclusive`;
  return `${kind.padEnd(8)}${id}: ${[counts, ...bugs].join('; ')}`;
}

// A line of a terminal that is drawn over as work goes on. Elsewhere there is none.
import type { Clock, Timer } from '../kernel/clock.js';
import { escaped } from '../output/escape.js';
import { cut } from '../report/exchanges.js';
import type { Io } from './io.js';

export type LiveLine = ReturnType<typeof createLiveLine>;

const REDRAW = 80;

/**
 * @param clock the machine's: the line is for people.
 * @param words what it says at the moment.
 * @param isDrawn false: nothing is drawn over, as where little is to be told.
 */
export function createLiveLine({ err }: Io, clock: Clock, words: () => string, isDrawn = true) {
  let timer: Timer | undefined;
  const draw = (): void => {
    timer = undefined;
    err.eraseLine();
    err.write(err.paint.quiet(cut(escaped(words()), (err.columns ?? 80) - 1)));
  };
  return {
    /** Draws it anew, though not more often than one can see. */
    drawSoon: (): void => {
      if (err.isTerminal && isDrawn) timer ??= clock.setTimer('progress line', REDRAW, draw);
    },
    /** Prints a line of its own, above the one that is drawn over. */
    say: (text: string): void => {
      if (err.isTerminal) err.eraseLine();
      err.write(`${text}\n`);
    },
    /** Removes the line that is drawn over. */
    end: (): void => {
      timer?.cancel();
      if (err.isTerminal) err.eraseLine();
    },
  };
}

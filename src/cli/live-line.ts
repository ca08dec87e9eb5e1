// A line of a terminal that is drawn over as work goes on. Elsewhere there is none.
import type { Clock, Timer } from '../kernel/clock.js';
import { escaped } from '../output/escape.js';
import { cut } from '../report/exchanges.js';
import type { Io } from './io.js';

export interface LiveLine {
  /** Draws it anew, though not more often than one can see. */
  drawSoon(): void;
  /** Prints a line of its own, above the one that is drawn over. */
  say(text: string): void;
  /** Removes the line that is drawn over. */
  end(): void;
}

const REDRAW = 80;

/**
 * @param clock the machine's: the line is for people.
 * @param words what it says at the moment.
 * @param isDrawn false: nothing is drawn over, as where little is to be told.
 */
export function createLiveLine({ err }: Io, clock: Clock, words: () => string, isDrawn = true): LiveLine {
  let timer: Timer | undefined;
  const draw = (): void => {
    timer = undefined;
    err.eraseLine();
    err.write(err.paint.quiet(cut(escaped(words()), (err.columns ?? 80) - 1)));
  };
  return {
    drawSoon: () => {
      if (err.isTerminal && isDrawn) timer ??= clock.setTimer('progress line', REDRAW, draw);
    },
    say: (text) => {
      if (err.isTerminal) err.eraseLine();
      err.write(`${text}\n`);
    },
    end: () => {
      timer?.cancel();
      if (err.isTerminal) err.eraseLine();
    },
  };
}

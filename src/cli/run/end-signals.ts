// The signals that end a run, and what is said when it ends without having put everything back.
import { createSystemClock } from '../../kernel/system-clock.js';
import { END_SIGNALS } from '../end-signal-names.js';
import type { Io } from '../io.js';
import { createRunEnding, type EndingWords, type RunEnding } from './ending.js';

export interface EndSignals {
  readonly ending: RunEnding;
  /** The run has ended: signals do what they do to any process. */
  dispose(): void;
}

/**
 * @param say prints a line for people, wherever the cursor is.
 * @param restoreLine what puts back what is left; undefined when nothing can be left.
 */
export function listenForEnd(
  io: Pick<Io, 'err'>,
  say: (words: string) => void,
  words: EndingWords,
  restoreLine: string | undefined,
): EndSignals {
  const lastWords = (): void => {
    if (restoreLine !== undefined)
      io.err.write(`\nSomething may be left switched. To put it back: ${restoreLine}\n`);
  };
  const endNow = (name: NodeJS.Signals): void => {
    stop();
    lastWords();
    endBy(name);
  };
  const ending = createRunEnding({ clock: createSystemClock(), words, announce: say, endNow });
  // A bug ends the process, too.
  process.on('exit', lastWords);
  for (const name of END_SIGNALS) process.on(name, ending.receive);
  const stop = (): void => {
    process.off('exit', lastWords);
    for (const name of END_SIGNALS) process.off(name, ending.receive);
    ending.dispose();
  };
  return { ending, dispose: stop };
}

/** Without a handler of ours the signal ends the process, and the shell sees by which. */
export function endBy(name: NodeJS.Signals): void {
  process.kill(process.pid, name);
}

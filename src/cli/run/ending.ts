// How a run ends that is told to: the first signal ends it in good order, each phase within its time; the second cuts
// short everything except restoring; the third, or the end of all the time, ends it at once.
import { setMaxListeners } from 'node:events';
import type { Ending } from '../../harness/run/run-options.js';
import type { Clock, Timer } from '../../kernel/clock.js';

export interface RunEnding extends Ending {
  /** Aborts at the first signal; the reason names it. */
  readonly signal: AbortSignal;
  /** The second signal, once it has come: nobody waits for reports any more. */
  readonly hurriedBy: NodeJS.Signals | undefined;
  receive(name: NodeJS.Signals): void;
  dispose(): void;
}

/** What is said at the first and at the second signal. */
export interface EndingWords {
  readonly first: string;
  readonly second: string;
}

export const RUN_WORDS: EndingWords = {
  first: 'ending the run, putting relays back; again for nothing else than that, without reports',
  second: 'putting relays back, and nothing else; again to stop at once',
};

export const RESTORE_WORDS: EndingWords = {
  first: 'putting back what can be in half a minute; a third signal stops at once',
  second: 'still putting back; again to stop at once',
};

export interface RunEndingOptions {
  /** The machine's clock. */
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly words: EndingWords;
  readonly announce: (words: string) => void;
  /** Ends the process at once. */
  readonly endNow: (name: NodeJS.Signals) => void;
}

/** After the first signal, in ms: when each of them is not waited for any more. */
export const ENDING_LIMITS = { checks: 4000, stimuli: 11_000, devices: 24_000, process: 29_000 } as const;

export function createRunEnding({ clock, words, announce, endNow }: RunEndingOptions): RunEnding {
  const [signal, hurry, undone, restored] = [controller(), controller(), controller(), controller()];
  const timers: Timer[] = [];
  let signals = 0;
  let hurriedBy: NodeJS.Signals | undefined;
  const dispose = (): void => timers.forEach((timer) => timer.cancel());
  const begin = (name: NodeJS.Signals): void => {
    announce(`${name}: ${words.first}`);
    const within = (time: number, act: () => void): void =>
      void timers.push(clock.setTimer('end of the run', time, act));
    within(ENDING_LIMITS.checks, () => hurry.abort());
    within(ENDING_LIMITS.stimuli, () => undone.abort());
    within(ENDING_LIMITS.devices, () => restored.abort());
    within(ENDING_LIMITS.process, () => endNow(name));
    signal.abort(new Error(`interrupted by ${name}`));
  };
  return {
    signal: signal.signal,
    hurry: hurry.signal,
    undone: undone.signal,
    restored: restored.signal,
    get hurriedBy() {
      return hurriedBy;
    },
    receive: (name) => {
      signals++;
      if (signals === 1) return begin(name);
      if (signals > 2) return endNow(name);
      hurriedBy = name;
      announce(`${name}: ${words.second}`);
      return hurry.abort();
    },
    dispose,
  };
}

function controller(): AbortController {
  const made = new AbortController();
  // Whatever waits listens, and much may wait at once.
  setMaxListeners(0, made.signal);
  return made;
}

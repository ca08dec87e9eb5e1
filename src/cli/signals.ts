// The signals by which a process is asked to end, and how a command ends by them.
import { setMaxListeners } from 'node:events';
import type { Ending } from '../harness/run/run-options.js';
import type { Clock, Timer } from '../kernel/clock.js';
import { createSystemClock } from '../kernel/machine-clock.js';
import type { Io } from './io.js';

// The signals by which a process is asked to end, on all systems.

/**
 * SIGBREAK is Ctrl-Break of Windows; SIGHUP comes when a terminal is closed, on Windows as well. Windows ends a process by
 * SIGTERM without asking it.
 */
export const END_SIGNALS = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGBREAK',
] as const satisfies readonly NodeJS.Signals[];

/** Calls back at each of them; returns the way to stop. Without a handler a signal ends the process. */
export function hearSignals(
  names: readonly NodeJS.Signals[],
  onSignal: (name: NodeJS.Signals) => void,
): () => void {
  for (const name of names) process.on(name, onSignal);
  return () => names.forEach((name) => void process.off(name, onSignal));
}

// What an interrupt does: the first asks for an orderly end, the second is taken at its word.

/**
 * Its signal aborts at the first interrupt; the reason names it.
 * @param announce is called once, with the name of the signal.
 * @param lastAct is done before the second signal ends the process; with it, a terminal that is closed counts, too.
 */
export function listenForInterrupt(
  announce: (name: string) => void,
  lastAct?: () => void,
): { readonly signal: AbortSignal; dispose(): void } {
  const signals = END_SIGNALS.filter((name) => name !== 'SIGHUP' || lastAct);
  const controller = manyListeners();
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      dispose();
      lastAct?.();
      endBy(name);
      return;
    }
    announce(name);
    controller.abort(new Error(`interrupted by ${name}`));
  };
  const dispose = hearSignals(signals, onSignal);
  return { signal: controller.signal, dispose };
}

// How a run ends that is told to: the first signal ends it in good order, each phase within its time; the second cuts
// short everything except restoring; the third, or the end of all the time, ends it at once.

export interface RunEnding extends Ending {
  /** Aborts at the first signal; the reason names it. */
  readonly signal: AbortSignal;
  /** The second signal, once it has come: nobody waits for reports any more. */
  readonly hurriedBy: NodeJS.Signals | undefined;
  receive(name: NodeJS.Signals): void;
  dispose(): void;
}

/** What is said at the first and at the second signal. */
interface EndingWords {
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

interface RunEndingOptions {
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
  const [signal, hurry, undone, restored] = [
    manyListeners(),
    manyListeners(),
    manyListeners(),
    manyListeners(),
  ];
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

function manyListeners(): AbortController {
  const made = new AbortController();
  // Whatever waits listens, and much may wait at once.
  setMaxListeners(0, made.signal);
  return made;
}

// The signals that end a run, and what is said when it ends without having put everything back.

/**
 * @param say prints a line for people, wherever the cursor is.
 * @param restoreLine what puts back what is left; undefined when nothing can be left.
 */
export function listenForEnd(
  io: Pick<Io, 'err'>,
  say: (words: string) => void,
  words: EndingWords,
  restoreLine: string | undefined,
) {
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
  const deaf = hearSignals(END_SIGNALS, ending.receive);
  const stop = (): void => {
    process.off('exit', lastWords);
    deaf();
    ending.dispose();
  };
  return { ending, dispose: stop };
}

/** Without a handler of ours the signal ends the process, and the shell sees by which. */
export function endBy(name: NodeJS.Signals): void {
  process.kill(process.pid, name);
}

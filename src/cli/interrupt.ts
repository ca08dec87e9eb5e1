// What an interrupt does: the first asks for an orderly end, the second is taken at its word.
import { setMaxListeners } from 'node:events';
import { END_SIGNALS } from './end-signal-names.js';

export interface Interrupt {
  /** Aborts at the first interrupt; the reason names the signal. */
  readonly signal: AbortSignal;
  dispose(): void;
}

/**
 * @param announce is called once, with the name of the signal.
 * @param lastAct is done before the second signal ends the process; with it, a terminal that is closed counts, too.
 */
export function listenForInterrupt(announce: (name: string) => void, lastAct?: () => void): Interrupt {
  const signals = END_SIGNALS.filter((name) => name !== 'SIGHUP' || lastAct);
  const controller = new AbortController();
  // Whatever waits listens, and much may wait at once.
  setMaxListeners(0, controller.signal);
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      // Without our handler the signal ends the process, and the shell sees by which.
      dispose();
      lastAct?.();
      process.kill(process.pid, name);
      return;
    }
    announce(name);
    controller.abort(new Error(`interrupted by ${name}`));
  };
  const dispose = (): void => {
    for (const name of signals) process.off(name, onSignal);
  };
  for (const name of signals) process.on(name, onSignal);
  return { signal: controller.signal, dispose };
}

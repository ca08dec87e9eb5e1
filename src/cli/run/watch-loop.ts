// Runs again whenever something has changed: one run at a time, and not before a change has settled.
import type { Clock } from '../../kernel/clock.js';

export interface WatchLoop {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Aborts when nothing is to be run any more. */
  readonly signal: AbortSignal;
  /** Everything that is watched, as one text: another text is a change. */
  readonly look: () => Promise<string>;
  readonly run: () => Promise<void>;
  /** Called when a run has ended and nothing has changed yet. */
  readonly onWaiting: () => void;
}

/** How often is looked, in ms; a change has settled when two looks in a row see the same. */
export const LOOK_EVERY = 250;

/** Resolves when the signal has aborted, and the run that was under way has ended. */
export async function watchLoop({ clock, signal, look, run, onWaiting }: WatchLoop): Promise<void> {
  while (!signal.aborted) {
    // Looked at before the run: what changes meanwhile is run again.
    const before = await look();
    await run();
    if (signal.aborted) return;
    onWaiting();
    let last = before;
    for (;;) {
      // What ends the wait early is told by the signal.
      await clock.sleep(LOOK_EVERY, signal).catch(() => undefined);
      if (signal.aborted) return;
      const now = await look();
      if (now !== before && now === last) break;
      last = now;
    }
  }
}

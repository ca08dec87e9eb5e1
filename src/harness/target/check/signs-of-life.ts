// Whether answers come at all while a target is looked at before a run.
import type { Clock } from '../../../kernel/clock.js';
import type { Outcome } from '../call.js';

/** Whether answers come at all. What gets none for this many times its patience, and more than once, is not there. */
const SILENCE = 1.25;

/** A try has at least this share of the patience. */
const LEAST_SHARE = 0.25;

export interface SignsOfLife {
  /** Aborted when the target is silent, or with the run. */
  readonly signal: AbortSignal;
  /** The request that was the last to get no answer; undefined while the target is there. */
  readonly silent: Outcome | undefined;
  /** How long the next try may take, in ms. */
  patience(): number;
  note(outcome: Outcome): void;
}

export function createSignsOfLife(
  clock: Pick<Clock, 'now'>,
  patience: number,
  signal: AbortSignal | undefined,
): SignsOfLife {
  const gone = new AbortController();
  let silent: Outcome | undefined;
  let heardAt = clock.now();
  let missed = 0;
  return {
    signal: signal ? AbortSignal.any([signal, gone.signal]) : gone.signal,
    get silent() {
      return silent;
    },
    patience: () =>
      Math.min(patience, Math.max(patience * LEAST_SHARE, heardAt + SILENCE * patience - clock.now())),
    note: (outcome) => {
      if (outcome.kind === 'reply') {
        heardAt = clock.now();
        missed = 0;
        return;
      }
      if (gone.signal.aborted || ++missed < 2 || clock.now() - heardAt < SILENCE * patience) return;
      silent = outcome;
      gone.abort();
    },
  };
}

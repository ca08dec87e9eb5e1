// Whether answers come at all while a target is looked at before a run.
import type { Clock } from '../../../kernel/clock.js';
import type { Call, CallOutcome } from '../call.js';

/** Whether answers come at all. What gets none for this many times its patience, and more than once, is not there. */
const SILENCE = 1.25;

/** A try has at least this share of the patience. */
const LEAST_SHARE = 0.25;

export type SignsOfLife = ReturnType<typeof createSignsOfLife>;

export interface LifeOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** In ms. */
  readonly patience: number;
  readonly signal: AbortSignal | undefined;
  /** Asks the target for something else than this call; true when it answers. Default: nobody asks. */
  readonly control?: (call: Call['name']) => Promise<boolean>;
}

/** Its beginning is a sign of life; one whose rest is never done may be of anything. */
export function hasBrokenOff(outcome: CallOutcome): boolean {
  if (outcome.kind !== 'broken' || outcome.reason !== 'reset') return false;
  return outcome.begun !== undefined && outcome.cause === undefined;
}

export function createSignsOfLife(options: LifeOptions) {
  const { clock, patience, signal, control = () => Promise.resolve(false) } = options;
  const gone = new AbortController();
  const either: AbortSignal = signal ? AbortSignal.any([signal, gone.signal]) : gone.signal;
  let silent: CallOutcome | undefined;
  let heardAt = clock.now();
  let missed = 0;
  const heard = (): void => {
    heardAt = clock.now();
    missed = 0;
  };
  return {
    /** Aborted when the target is silent, or with the run. */
    signal: either,

    /** The request that was the last to get no answer; undefined while the target is there. */
    get silent() {
      return silent;
    },

    /** How long the next try may take, in ms. */
    patience: () =>
      Math.min(patience, Math.max(patience * LEAST_SHARE, heardAt + SILENCE * patience - clock.now())),

    /** @returns false when this call gets no answer for as long as that, and others do. */
    note: async (outcome: CallOutcome, call: Call['name']) => {
      if (outcome.kind === 'reply' || hasBrokenOff(outcome)) {
        heard();
        return true;
      }
      if (gone.signal.aborted || ++missed < 2 || clock.now() - heardAt < SILENCE * patience) return true;
      if (signal?.aborted) return true;
      if (await control(call)) {
        heard();
        return false;
      }
      silent = outcome;
      gone.abort();
      return true;
    },
  };
}

// Listening to one signal in many places at a time: they share one listener, since platforms warn of more than
// a few.

const ACTS = Symbol('acts');

/**
 * The acts stand at the signal and not in a WeakMap beside it: what they hold would be kept after the signal has gone,
 * until all of the heap is collected, and a search makes thousands of signals.
 */
type Heard = AbortSignal & { [ACTS]?: Set<() => void> };

/** Calls back when the signal aborts; returns the way to be no longer called. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const known = actsOf(signal);
  known.add(act);
  return () => known.delete(act);
}

function actsOf(signal: Heard): Set<() => void> {
  const before = signal[ACTS];
  if (before) return before;
  const acts = new Set<() => void>();
  signal[ACTS] = acts;
  signal.addEventListener('abort', () => [...acts].forEach((each) => each()), { once: true });
  return acts;
}

// Listening to one signal in many places at a time: they share one listener, since platforms warn of more than
// a few.
const acts = new WeakMap();
/** Calls back when the signal aborts; returns the way to be no longer called. */
export function onAbort(signal, act) {
    const known = acts.get(signal) ?? new Set();
    if (!acts.has(signal)) {
        acts.set(signal, known);
        signal.addEventListener('abort', () => [...known].forEach((each) => each()), { once: true });
    }
    known.add(act);
    return () => known.delete(act);
}

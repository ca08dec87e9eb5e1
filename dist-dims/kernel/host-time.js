// The only file that touches the machine's own time; the clocks are built on it.
/** The longest delay that the host's timers take; longer ones would fire at once. */
const LONGEST_HOST_DELAY = 2 ** 31 - 1;
const epochAtStart = Date.now() - performance.now();
/** Wall time in milliseconds that never goes backwards, even when the machine's clock is set. */
export function hostNow() {
    return epochAtStart + performance.now();
}
/** Calls back after about `delay` ms of the machine; returns the way to call it off. */
export function callOnHost(callback, delay) {
    if (delay <= 0) {
        const immediate = setImmediate(callback);
        return () => clearImmediate(immediate);
    }
    const timeout = setTimeout(callback, Math.min(Math.ceil(delay), LONGEST_HOST_DELAY));
    return () => clearTimeout(timeout);
}
/** Lets every promise that can go on do so: one turn of the host's loop empties the microtask queue. */
export function settled() {
    return new Promise((resolve) => setImmediate(resolve));
}

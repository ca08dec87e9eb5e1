// The one way to know the time and to wait for it. Everything that waits takes a Clock as an argument,
// so that a test can drive minutes in microseconds.
/** `sleep` in terms of `setTimer`: what every clock shares. */
export function sleepOn(clock, delay, signal) {
    if (signal?.aborted)
        return Promise.reject(abortReason(signal));
    return new Promise((resolve, reject) => {
        const onAbort = () => {
            timer.cancel();
            if (signal)
                reject(abortReason(signal));
        };
        const timer = clock.setTimer('sleep', delay, () => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
        });
        signal?.addEventListener('abort', onAbort, { once: true });
    });
}
function abortReason(signal) {
    const reason = signal.reason;
    return reason instanceof Error ? reason : new Error('the wait was cancelled', { cause: reason });
}

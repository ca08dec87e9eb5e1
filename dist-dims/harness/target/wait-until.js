import { onAbort } from '../../kernel/on-abort.js';
/** True when the time came, false when the signal was aborted. */
export async function waitUntil(clock, until, signal) {
    if (signal?.aborted)
        return false;
    const delay = until - clock.now();
    if (delay <= 0)
        return true;
    return new Promise((resolve) => {
        const timer = clock.setTimer('harness', delay, () => {
            forget?.();
            resolve(true);
        });
        const interrupt = () => {
            forget?.();
            timer.cancel();
            resolve(false);
        };
        const forget = signal && onAbort(signal, interrupt);
    });
}

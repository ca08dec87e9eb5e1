// Waits for the first of several signals, and lets go of them all when it is no longer needed.
import { onAbort } from '../../../kernel/on-abort.js';
export function createGivenUp(signals) {
    let come = () => undefined;
    const came = new Promise((resolve) => (come = () => resolve('given up')));
    const forget = signals.map((signal) => signal && onAbort(signal, come));
    const already = signals.some((signal) => signal?.aborted);
    if (already)
        come();
    return {
        already,
        came,
        dispose: () => {
            for (const each of forget)
                each?.();
        },
    };
}

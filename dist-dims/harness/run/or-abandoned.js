// Waits for work until nobody waits for it any more.
import { onAbort } from '../../kernel/on-abort.js';
/** Undefined when the signal aborts before the work has ended; the work is left to itself then. */
export async function orAbandoned(work, signal) {
    if (!signal)
        return work;
    let forget = () => undefined;
    const abandoned = new Promise((resolve) => {
        if (signal.aborted)
            return resolve(undefined);
        forget = onAbort(signal, () => resolve(undefined));
    });
    try {
        return await Promise.race([work, abandoned]);
    }
    finally {
        forget();
    }
}

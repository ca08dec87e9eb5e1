import { onAbort } from '../../../kernel/on-abort.js';
/** What a request comes to that nobody waits for any more. */
export const INTERRUPTED = 'the run was interrupted before the reply';
/** Nearly none is ever aborted, and nobody listens any more when the work is over: the next work takes it again. */
const spare = [];
const MOST_SPARE = 64;
export async function withinPatience(clock, { patience, signal }, work) {
    const giveUp = spare.pop() ?? new AbortController();
    let over;
    const stop = (why) => {
        over ??= why;
        giveUp.abort();
    };
    if (signal?.aborted)
        stop('interrupted');
    const forget = signal && onAbort(signal, () => stop('interrupted'));
    const timer = clock.setTimer('patience with the target', patience, () => stop('late'));
    try {
        const result = await work(giveUp.signal);
        return { result, over };
    }
    finally {
        timer.cancel();
        forget?.();
        if (!giveUp.signal.aborted && spare.length < MOST_SPARE)
            spare.push(giveUp);
    }
}

/** Programs that a thread is asked for at a time: few, since the search waits for the first of them. */
const SHARE = 4;
/** Shares that may be waiting to be used; while the search pursues a fault, the threads go on. */
const MOST_AHEAD = 256;
/**
 * What the program of a place came to, for ascending places from 0 on; undefined when the search was interrupted.
 * Rejects with what a program threw, and when a thread is lost.
 */
export function handOut({ threads, runs, signal, }) {
    const shares = new Map();
    const busy = threads.map(() => Promise.resolve());
    let next = 0;
    const give = (share) => {
        const at = share % threads.length;
        const from = share * SHARE;
        const answer = (busy[at] ?? Promise.resolve()).then(() => askFor({ from, to: Math.min(from + SHARE, runs) }, threads[at], signal));
        busy[at] = answer;
        shares.set(share, answer);
    };
    return async (index) => {
        const share = Math.floor(index / SHARE);
        for (const past of shares.keys())
            if (past < share)
                shares.delete(past);
        for (; next <= share + MOST_AHEAD && next * SHARE < runs; next++)
            give(next);
        const answer = await shares.get(share);
        if (answer?.kind === 'threw')
            throw answer.error;
        return answer?.programs[index - share * SHARE];
    };
}
/** Never rejects, since nobody may be waiting yet. */
async function askFor(share, thread, signal) {
    const answered = await thread?.ask(share);
    if (signal.aborted || !answered)
        return undefined;
    if (answered.kind === 'answer')
        return answered.answer;
    const places = `the random programs ${share.from} to ${share.to - 1}`;
    return { kind: 'threw', error: new Error(`${places} were lost: ${answered.why}`) };
}

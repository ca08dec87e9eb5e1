/** Whether answers come at all. What gets none for this many times its patience, and more than once, is not there. */
const SILENCE = 1.25;
/** A try has at least this share of the patience. */
const LEAST_SHARE = 0.25;
export function createSignsOfLife(clock, patience, signal) {
    const gone = new AbortController();
    let silent;
    let heardAt = clock.now();
    let missed = 0;
    return {
        signal: signal ? AbortSignal.any([signal, gone.signal]) : gone.signal,
        get silent() {
            return silent;
        },
        patience: () => Math.min(patience, Math.max(patience * LEAST_SHARE, heardAt + SILENCE * patience - clock.now())),
        note: (outcome) => {
            if (outcome.kind === 'reply') {
                heardAt = clock.now();
                missed = 0;
                return;
            }
            if (gone.signal.aborted || ++missed < 2 || clock.now() - heardAt < SILENCE * patience)
                return;
            silent = outcome;
            gone.abort();
        },
    };
}

/** The target is asked after this many requests in a row, of any checks, got no reply. */
const MOST_MISSED = 5;
/** And for this long from the first of them on, in ms: a service that restarts is silent for some seconds. */
const SILENCE = 12_000;
/** @param suspect asks the target itself; true when it answered after all. Never called twice at a time. */
export function createLiveness(clock, suspect) {
    let missed = 0;
    let missedSince = 0;
    let asking = false;
    const heard = () => {
        missed = 0;
    };
    const miss = () => {
        if (missed++ === 0)
            missedSince = clock.now();
        if (asking || missed < MOST_MISSED || clock.now() - missedSince < SILENCE)
            return;
        asking = true;
        void suspect().then((answered) => {
            asking = false;
            if (answered)
                heard();
        });
    };
    return {
        exchange: (outcome) => {
            if (outcome.kind === 'reply')
                heard();
            // What the harness broke off itself says nothing.
            else if (outcome.reason !== 'cut')
                miss();
        },
        connected: (outcome) => {
            if (outcome.kind === 'open' || outcome.status !== undefined)
                heard();
            else
                miss();
        },
    };
}

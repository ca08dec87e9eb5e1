// Which request of a connection a reply belongs to.
/** How many requests are remembered after they have ended, to tell late replies and second ones apart. */
const MOST_REMEMBERED = 4096;
export function createPendingReplies() {
    // In order of sending. A frame written by hand may have no id, or one that is already under way.
    const waiting = new Set();
    const late = new Map();
    const answered = new Map();
    const oldest = (requestId) => {
        for (const each of waiting)
            if (each.requestId === requestId)
                return each;
        return undefined;
    };
    return {
        get size() {
            return waiting.size;
        },
        isWaiting: (requestId) => oldest(requestId) !== undefined,
        add: (requestId, value) => {
            const entry = { requestId, value };
            waiting.add(entry);
            return () => {
                if (waiting.delete(entry) && requestId !== undefined)
                    remember(late, requestId, value);
            };
        },
        match: (requestId) => {
            const known = requestId === undefined ? undefined : oldest(requestId);
            if (known && requestId !== undefined) {
                waiting.delete(known);
                remember(answered, requestId, true);
                return { kind: 'waiting', value: known.value };
            }
            if (requestId !== undefined && late.has(requestId)) {
                const value = late.get(requestId);
                late.delete(requestId);
                remember(answered, requestId, true);
                return { kind: 'late', value };
            }
            if (requestId !== undefined && answered.has(requestId))
                return { kind: 'duplicate' };
            // A frame without an id can only be answered without one, or with an id that the target made up.
            const nameless = oldest(undefined);
            if (!nameless)
                return { kind: 'unknown' };
            waiting.delete(nameless);
            return { kind: 'waiting', value: nameless.value };
        },
        drain: () => {
            const all = [...waiting].map(({ value }) => value);
            waiting.clear();
            return all;
        },
    };
}
function remember(among, requestId, value) {
    among.set(requestId, value);
    if (among.size <= MOST_REMEMBERED)
        return;
    const [oldest] = among.keys();
    if (oldest !== undefined)
        among.delete(oldest);
}

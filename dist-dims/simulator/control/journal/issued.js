// Access tokens and tickets that have been issued, by number: the journal tells them apart and never shows them.
/** More than that, and the oldest are forgotten. */
const MOST_REMEMBERED = 10_000;
export function createIssued() {
    const known = new Map();
    let count = 0;
    return {
        add: (secret, clientId) => {
            known.set(secret, { number: ++count, clientId });
            if (known.size > MOST_REMEMBERED)
                known.delete(known.keys().next().value ?? '');
            return count;
        },
        find: (secret) => known.get(secret),
    };
}

export function createIssuedSecrets(clock, random, { prefix, length, nameLength, lifetime, maxPerClient }) {
    const byName = new Map();
    const counts = new Map();
    const nameOf = (secret) => secret.slice(0, prefix.length + nameLength);
    const forget = ({ secret, clientId }) => {
        byName.delete(nameOf(secret));
        const left = (counts.get(clientId) ?? 0) - 1;
        if (left > 0)
            counts.set(clientId, left);
        else
            counts.delete(clientId);
    };
    const dropExpired = () => {
        // In the order of their expiry, as all live equally long; one that was made worthless before is dropped later.
        for (const entry of byName.values()) {
            if (entry.expiresAt > clock.now())
                return;
            forget(entry);
        }
    };
    const find = (secret) => {
        const entry = byName.get(nameOf(secret));
        return entry && sameText(secret, entry.secret) ? entry : undefined;
    };
    return {
        issue: (clientId) => {
            dropExpired();
            const secret = `${prefix}${random.token(length)}`;
            byName.set(nameOf(secret), { secret, clientId, expiresAt: clock.now() + lifetime });
            counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
            return secret;
        },
        waitFor: (clientId) => {
            dropExpired();
            if ((counts.get(clientId) ?? 0) < maxPerClient)
                return undefined;
            const ends = [...byName.values()]
                .filter((entry) => entry.clientId === clientId && entry.expiresAt > clock.now())
                .map(({ expiresAt }) => expiresAt);
            return ends.length < maxPerClient ? undefined : Math.min(...ends) - clock.now();
        },
        find,
        remove: (secret) => {
            const entry = find(secret);
            if (entry)
                forget(entry);
        },
        clear: () => {
            byName.clear();
            counts.clear();
        },
        all: () => {
            dropExpired();
            return byName.values();
        },
    };
}
/** All characters are looked at, whatever the first ones are. */
function sameText(given, stored) {
    let difference = given.length ^ stored.length;
    for (let at = 0; at < stored.length; at++)
        difference |= stored.charCodeAt(at) ^ given.charCodeAt(at);
    return difference === 0;
}

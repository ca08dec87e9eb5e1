/** @param salt of this journal: digests of secrets say nothing outside of it. */
export function createObserve(now, tokens, salt) {
    return ({ bearer, told, headers, arrival }) => {
        const to = now();
        const token = bearer === undefined ? undefined : tokens.find(bearer);
        const seen = {
            from: arrival?.from ?? to,
            to,
            ...(bearer !== undefined && { token: token?.number ?? 0 }),
            ...(told !== '' && { digest: digestOf(told, salt) }),
            ...(arrival?.socket !== undefined && { socket: arrival.socket }),
            ...(arrival?.instance !== undefined && { instance: arrival.instance }),
        };
        return { seen, headers, client: token?.clientId };
    };
}
/** FNV-1a in two halves: quick, and different for what is different, unless somebody takes pains. */
function digestOf(text, salt) {
    let low = 0x811c9dc5 ^ salt;
    let high = 0x01000193 + salt;
    for (let at = 0; at < text.length; at++) {
        const unit = text.charCodeAt(at);
        low = Math.imul(low ^ unit, 0x01000193);
        high = Math.imul(high ^ unit, 0x85ebca6b);
    }
    return (low >>> 0).toString(16).padStart(8, '0') + (high >>> 0).toString(16).padStart(8, '0');
}

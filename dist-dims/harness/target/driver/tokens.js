// Access tokens, one for each client: fetched when first needed, shared, and fetched again when they are over.
import { SUCCESS } from '../../../contract/error-codes.js';
/** A token is given up this long before its end, so that none expires on its way to the target. */
const MARGIN = 30_000;
const MARGIN_SHARE = 0.1;
/** For replies that name no usable lifetime: their token serves for a while all the same. */
const ASSUMED_LIFETIME_SECONDS = 60;
export function createTokens(clock) {
    const held = new Map();
    const fetching = new Map();
    const good = (client) => {
        const token = held.get(client);
        return token && clock.now() < token.until ? token : undefined;
    };
    const fetchFor = async (client, ask) => {
        const exchange = await ask();
        const token = tokenIn(exchange);
        if (!token)
            return { kind: 'none', exchange };
        held.set(client, token);
        return { kind: 'token', token: token.token, fresh: true };
    };
    return {
        get: (client, ask) => {
            const token = good(client);
            if (token)
                return Promise.resolve({ kind: 'token', token: token.token, fresh: false });
            const underWay = fetching.get(client);
            if (underWay)
                return underWay;
            const begun = fetchFor(client, ask).finally(() => fetching.delete(client));
            fetching.set(client, begun);
            return begun;
        },
        offer: (client, exchange) => {
            const token = tokenIn(exchange);
            if (token && !good(client))
                held.set(client, token);
        },
        forget: (client, token) => {
            if (held.get(client)?.token === token)
                held.delete(client);
        },
    };
}
/** Also from data that do not quite fit: a wrong `tokenType` is a finding, not a reason to stop everything. */
function tokenIn({ outcome, sentAt }) {
    if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS)
        return undefined;
    const data = outcome.reply.data;
    const token = data?.accessToken;
    if (typeof token !== 'string' || token === '')
        return undefined;
    const seconds = data?.expiresIn;
    const lifetime = (typeof seconds === 'number' && seconds > 0 ? seconds : ASSUMED_LIFETIME_SECONDS) * 1000;
    return { token, until: sentAt + lifetime - Math.min(MARGIN, lifetime * MARGIN_SHARE) };
}

import { MEMORY_LIMITS } from '../limits/limits.js';
import { createIssuedSecrets } from './issued-secrets.js';
/** @param lifetime of an access token in ms. */
export function createTokenStore(clock, random, lifetime) {
    const maxPerClient = MEMORY_LIMITS.maxTokensPerClient;
    const kind = { prefix: 'at-', length: 40, nameLength: 16, lifetime, maxPerClient };
    const tokens = createIssuedSecrets(clock, random, kind);
    return {
        issue: tokens.issue,
        waitFor: tokens.waitFor,
        find: (token) => {
            const issued = tokens.find(token);
            return issued && { clientId: issued.clientId, expired: issued.expiresAt <= clock.now() };
        },
        expire: (clientId) => {
            for (const issued of tokens.all()) {
                if (clientId === undefined || issued.clientId === clientId)
                    issued.expiresAt = clock.now();
            }
        },
    };
}

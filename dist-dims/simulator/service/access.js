import { grants } from '../../contract/scopes.js';
import { rateLimited, refuse, success } from './outcome.js';
import { createTokenStore } from './token-store.js';
/** @param lifetime of an access token in ms. */
export function createAccess(clock, random, registry, lifetime) {
    const tokens = createTokenStore(clock, random, lifetime);
    const disabled = new Map();
    const isDisabled = (client) => disabled.get(client.clientId) ?? client.disabledAtStart;
    const stillEnabled = (clientId) => {
        const client = registry.find(clientId);
        if (!client)
            return refuse('AUTH_INVALID', 'The API client is unknown.');
        if (isDisabled(client))
            return refuse('APP_DISABLED', 'The API client is disabled.');
        return success(client);
    };
    return {
        issueToken: ({ clientId, clientSecret }) => {
            if (!registry.secretMatches(clientId, clientSecret)) {
                return refuse('AUTH_INVALID', 'The clientId or the clientSecret is wrong.');
            }
            const client = stillEnabled(clientId);
            if (!client.ok)
                return client;
            const wait = tokens.waitFor(clientId);
            if (wait !== undefined)
                return rateLimited(wait, 'This API client has too many access tokens.');
            return success({
                accessToken: tokens.issue(clientId),
                tokenType: 'Bearer',
                expiresIn: lifetime / 1000,
                clientId,
                scopes: [...client.value.scopes],
            });
        },
        authenticate: (token) => {
            if (token === undefined)
                return refuse('AUTH_INVALID', 'An access token is needed: Authorization: Bearer <token>.');
            const issued = tokens.find(token);
            if (!issued)
                return refuse('AUTH_INVALID', 'The access token is unknown.');
            if (issued.expired)
                return refuse('AUTH_INVALID', 'The access token has expired.');
            return stillEnabled(issued.clientId);
        },
        stillEnabled,
        deny: (client, scope) => grants(client.scopes, scope)
            ? undefined
            : { code: 'AUTH_SCOPE_DENIED', message: `The permission ${scope} is needed.`, requiredScope: scope },
        look: (clientId) => {
            const client = registry.find(clientId);
            if (!client)
                return undefined;
            const { scopes, sees, allow } = client;
            return { clientId, scopes, sees, allow, disabled: isDisabled(client) };
        },
        setDisabled: (clientId, value) => {
            if (!registry.find(clientId))
                return false;
            disabled.set(clientId, value);
            return true;
        },
        forgetDevice: (deviceId) => registry.forgetDevice(deviceId),
        expireTokens: tokens.expire,
    };
}

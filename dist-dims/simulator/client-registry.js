// The API clients of a fleet as the access control knows them.
import { nameMatcher } from '../pattern/glob.js';
/** Compared with when the client is unknown, so that an unknown client takes as long as a wrong secret. */
const NO_SECRET = 'no client has this secret';
export function createClientRegistry(clients, secretsEqual) {
    const byId = new Map(clients.map((spec) => [spec.clientId, register(spec)]));
    return {
        find: (clientId) => byId.get(clientId),
        forgetDevice: (deviceId) => {
            for (const client of byId.values())
                client.forget(deviceId);
        },
        secretMatches: (clientId, secret) => {
            const client = byId.get(clientId);
            return secretsEqual(secret, client?.secret ?? NO_SECRET) && client !== undefined;
        },
    };
}
function register(spec) {
    const added = new Set();
    const declared = visibility(spec.devices);
    return {
        clientId: spec.clientId,
        scopes: spec.scopes,
        secret: spec.secret,
        disabledAtStart: spec.disabled,
        sees: (deviceId) => declared(deviceId) || added.has(deviceId),
        allow: (deviceId) => void added.add(deviceId),
        forget: (deviceId) => void added.delete(deviceId),
    };
}
/** `all`, or device ids in which `*` stands for any text. */
function visibility(devices) {
    if (devices === 'all')
        return () => true;
    return nameMatcher(devices);
}

// The connections that were open, from when to when, and who listened on them.
import { SUCCESS } from '../../../contract/error-codes.js';
import { perView } from '../per-view.js';
export const listenersIn = perView(({ connections, lastSeen }) => connections
    .filter(({ state }) => state === 'open')
    .map(({ connection, client, at }) => ({
    connection,
    client,
    openedAt: at,
    lastSeen: lastSeen.get(connection),
})));
const LET_IN = new Set([SUCCESS, 'RATE_LIMITED', 'DEVICE_BUSY']);
/** The client was let at the device in this trace, if only to hear that it has to wait: it may hear of it. */
export function isEntitled({ client }, deviceId, { answered }) {
    return answered.some(({ request, reply }) => request.client === client && request.deviceId === deviceId && LET_IN.has(reply.code ?? ''));
}

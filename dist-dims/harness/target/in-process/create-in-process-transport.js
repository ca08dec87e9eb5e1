// The way to a server in the same process: no sockets, and a latency on the clock of both, so that a whole run
// is a matter of virtual time. test/suites/transport.ts holds for it as for the network.
import { setMaxListeners } from 'node:events';
import { broken } from '../network/breakage.js';
import { createGivenUp } from './given-up.js';
import { createSockets } from './in-process-socket.js';
/** Made once: an abort without a reason makes one with a stack, and a search closes thousands of transports. */
const CLOSED = new Error('the transport was closed');
/** @param latency of every message, one way, in ms of the clock. */
export function createInProcessTransport(server, clock, latency = 1) {
    const closing = new AbortController();
    // Every request under way listens, and there may be many.
    setMaxListeners(0, closing.signal);
    const sockets = createSockets(clock, latency);
    return {
        http: async (request, options = {}) => {
            const givenUp = createGivenUp([options.signal, closing.signal]);
            return exchange(server, clock, latency, request, options, givenUp).finally(givenUp.dispose);
        },
        open: async (path, handlers, { signal, bearer } = {}) => {
            const givenUp = createGivenUp([signal, closing.signal]);
            return sockets.open(server, path, handlers, givenUp, bearer).finally(givenUp.dispose);
        },
        close: () => {
            closing.abort(CLOSED);
            sockets.cutAll();
            return Promise.resolve();
        },
    };
}
async function exchange(server, clock, latency, { headers, ...request }, { cutAfterSending }, givenUp) {
    if (givenUp.already)
        return broken('refused', 'the request was given up before it was sent');
    await clock.sleep(latency);
    const answering = server.request({ ...request, headers: lowered(headers) });
    if (cutAfterSending) {
        answering.catch(() => undefined);
        return broken('cut', 'the connection was cut on purpose');
    }
    const answer = await Promise.race([answering, givenUp.came]);
    if (answer === 'given up')
        return broken('aborted', 'the request was given up');
    await clock.sleep(latency);
    if (answer === 'break')
        return broken('reset', 'the connection broke');
    return { kind: 'reply', reply: { ...answer, headers: lowered(answer.headers) } };
}
function lowered(headers) {
    const low = {};
    for (const name in headers)
        low[name.toLowerCase()] = headers[name] ?? '';
    return low;
}

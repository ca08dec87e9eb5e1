import { WebSocketServer } from 'ws';
import { WEBSOCKET_PATH } from '../../../contract/limits.js';
import { rateLimited, refuse } from '../../service/outcome.js';
import { upgradeOf } from './upgrade-facts.js';
import { FRAME_LIMITS } from '../../limits/limits.js';
import { serviceFailed } from '../envelope.js';
import { endWithReply } from '../last-words.js';
import { refusalReply } from '../rest/handle.js';
import { splitTarget } from '../rest/router.js';
import { tooLong } from '../too-long.js';
import { CLOSE_CODES } from './close-codes.js';
import { createFrameBytes } from './frame-bytes.js';
import { tie } from './tie.js';
/** How long a closing handshake may take when the service goes away, in ms of the machine. */
const CLOSING_TIME = 2000;
export function createUpgrader(parts, instance) {
    // Shared by all connections, as an event is the same for all of them.
    const bytesOf = createFrameBytes();
    const turnAway = (socket, refusal) => endWithReply(socket, refusalReply(refusal, parts.dialect, parts.random), parts.machine);
    const admit = createAdmission(parts, () => server.clients.size, instance);
    const server = new WebSocketServer({
        noServer: true,
        maxPayload: parts.settings.maxMessageBytes,
        maxFragments: FRAME_LIMITS.maxFragments,
        maxBufferedChunks: FRAME_LIMITS.maxChunks,
        // A small compressed message can be a large one.
        perMessageDeflate: false,
        // The library calls this after it has checked the handshake, so that a bad handshake uses up no ticket.
        verifyClient: ({ req }, accept) => {
            const admitted = admit(req);
            if (!admitted.ok) {
                turnAway(req.socket, admitted.refusal);
                return;
            }
            req.admitted = admitted.value;
            accept(true);
        },
    });
    server.on('wsClientError', (error, socket) => turnAway(socket, {
        code: 'INVALID_REQUEST',
        message: `The WebSocket handshake is bad: ${error.message}.`,
    }));
    const cut = () => {
        for (const client of server.clients)
            client.terminate();
    };
    return {
        upgrade: (request, socket, head) => {
            socket.on('error', () => socket.destroy());
            server.handleUpgrade(request, socket, head, (webSocket) => {
                try {
                    if (request.admitted)
                        tie(parts, bytesOf, request.admitted, webSocket, request.upgrade);
                    else
                        webSocket.terminate();
                }
                catch (error) {
                    parts.onBug?.(error);
                    webSocket.close(CLOSE_CODES.failed.code, CLOSE_CODES.failed.reason);
                }
            });
        },
        close: async () => {
            const patience = parts.machine.setTimer('closing handshakes', CLOSING_TIME, () => cutIdle(server.clients));
            await Promise.all([...server.clients].map(sayGoodbye));
            patience.cancel();
        },
        cut,
    };
}
/** Whether a request whose handshake is good may open a connection. What fails here refuses this one. */
function createAdmission(parts, count, instance) {
    const admit = (request) => {
        const long = tooLong(request);
        if (long)
            return refuse('INVALID_REQUEST', long.message);
        const [path, search] = splitTarget(request.url ?? '');
        if (path !== WEBSOCKET_PATH)
            return refuse('NOT_FOUND', 'There is no WebSocket at this path.');
        const upgrade = upgradeOf(search, request.headers, instance);
        request.upgrade = upgrade;
        if (count() < parts.settings.maxConnections)
            return parts.service.openConnection(upgrade.ticket, upgrade);
        const declined = rateLimited(1000, 'Too many connections are open.');
        parts.traffic?.declined(upgrade, declined.refusal);
        return declined;
    };
    return (request) => {
        try {
            return admit(request);
        }
        catch (error) {
            parts.onBug?.(error);
            return { ok: false, refusal: serviceFailed() };
        }
    };
}
/** A client that still reads what was sent before has until the server stops waiting. */
function cutIdle(clients) {
    for (const client of clients)
        if (client.bufferedAmount === 0)
            client.terminate();
}
function sayGoodbye(client) {
    const { code, reason } = CLOSE_CODES.goingAway;
    return new Promise((resolve) => {
        client.once('close', () => resolve());
        client.close(code, reason);
    });
}

import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { REQUEST_LIMITS, SOCKET_LIMITS } from '../limits/limits.js';
import { belongTogether } from './certificate.js';
import { createGracefulShutdown } from './graceful-shutdown.js';
import { ListenError } from './listen-error.js';
import { isLoopback } from './loopback.js';
import { answerNoHttp } from './no-http.js';
import { createDeliveries } from './rest/delivery.js';
import { watchSockets } from './sockets.js';
import { serve } from './rest/serve.js';
import { declineUpgrade } from './websocket/decline-upgrade.js';
import { createUpgrader } from './websocket/upgrade.js';
/**
 * @param port 0 takes a free one.
 * Rejects with a `ListenError`, or with the system's error when the port cannot be had.
 */
export async function listen(parts, host, port, options = {}) {
    const { tls } = options;
    const limits = { ...SOCKET_LIMITS, ...options.sockets };
    if (!tls && !isLoopback(host)) {
        throw new ListenError('PLAIN_HTTP', `HTTP without encryption is for loopback only, not for ${host}; give a certificate`);
    }
    const server = openServer(tls, {
        ...limits,
        requireHostHeader: false,
        maxHeaderSize: REQUEST_LIMITS.maxHeaderBytes,
    });
    // Node would leave out the headers beyond a limit of its own; `tooLong` refuses such a request.
    server.maxHeadersCount = 0;
    const beginning = tls ? 'secureConnection' : 'connection';
    const sockets = watchSockets(server, beginning, limits, parts.machine, parts.socketCounts);
    const upgrader = createUpgrader(parts, options.instance);
    const { drainTime } = limits;
    const shutdown = createGracefulShutdown({ server, sockets, upgrader, parts, drainTime });
    const deliveries = createDeliveries(parts, options.instance);
    server.on('request', (request, response) => {
        if (!sockets.asked(request.socket))
            return;
        response.once('close', () => sockets.answered(request.socket));
        void serve(parts, request, response, shutdown.isClosing, deliveries);
    });
    // Other values of Expect than 100-continue are ignored; without this, Node answers 417 by itself.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('upgrade', (request, socket, head) => {
        if (request.headers.upgrade?.toLowerCase() === 'websocket') {
            sockets.upgraded(request.socket);
            upgrader.upgrade(request, socket, head);
        }
        else
            declineUpgrade(server, beginning, request, socket, head);
    });
    answerNoHttp(server, parts);
    await bind(server, host, port);
    const bound = server.address().port;
    const name = host.includes(':') ? `[${host}]` : host;
    return { url: `${tls ? 'https' : 'http'}://${name}:${bound}`, port: bound, close: shutdown.close };
}
function openServer(tls, options) {
    if (!tls)
        return createServer(options);
    // Checked here, as Node notices it only at the first TLS handshake.
    if (!belongTogether(tls)) {
        throw new ListenError('BAD_CERTIFICATE', 'the certificate and its key do not belong together, or one is no PEM');
    }
    return createTlsServer({ ...options, ...tls });
}
function bind(server, host, port) {
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
            server.off('error', reject);
            // An error while one connection is accepted, such as too few file descriptors, must not end the process.
            server.on('error', () => undefined);
            resolve();
        });
    });
}

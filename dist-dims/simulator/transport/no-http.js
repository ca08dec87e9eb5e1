import { endWithReply } from './last-words.js';
import { refusalReply } from './rest/handle.js';
/** By the code of Node's error. */
const FAULTS = {
    HPE_HEADER_OVERFLOW: { status: 431, message: 'The request line and the headers are too large.' },
    ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
};
const NO_HTTP = { status: 400, message: 'The request is not valid HTTP.' };
const TUNNEL = { status: 404, message: 'The service is no proxy.' };
export function answerNoHttp(server, parts) {
    const refuse = (socket, { status, message }) => {
        const code = status === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST';
        const reply = refusalReply({ code, message }, parts.dialect, parts.random);
        endWithReply(socket, { ...reply, status }, parts.machine);
    };
    server.on('clientError', (error, socket) => {
        // A reply that has begun cannot be followed by another one in the middle of it.
        if (replyHasBegun(socket))
            socket.destroy();
        else if (error.code === 'ECONNRESET' || !socket.writable)
            return;
        else
            refuse(socket, FAULTS[error.code ?? ''] ?? NO_HTTP);
    });
    server.on('connect', (_request, socket) => refuse(socket, TUNNEL));
}
/** As Node's own handler finds out. */
function replyHasBegun(socket) {
    return socket._httpMessage?.headersSent ?? false;
}

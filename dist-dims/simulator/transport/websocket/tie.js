import { FRAME_LIMITS } from '../../limits/limits.js';
import { CLOSE_CODES } from './close-codes.js';
/** Stands for a connection that was cut; it never appears in a close frame (RFC 6455, 7.4.1). */
const ABNORMAL = 1006;
const TEXT_FRAME = { binary: false };
export function tie(parts, bytesOf, client, webSocket, upgrade) {
    const isOpen = () => webSocket.readyState === webSocket.OPEN;
    const socket = {
        send: (text, onSent) => {
            if (!isOpen())
                return;
            webSocket.send(bytesOf(text), TEXT_FRAME);
            onSent?.();
        },
        close: (why) => {
            const { code, reason } = typeof why === 'string' ? CLOSE_CODES[why] : why;
            // A client that does not read would not read the closing handshake either.
            if (why === 'tooSlow' || code === ABNORMAL)
                webSocket.terminate();
            else
                webSocket.close(code, reason);
        },
        backlog: () => webSocket.bufferedAmount,
        setReading: (on) => (on ? webSocket.resume() : webSocket.pause()),
    };
    const session = parts.openSession(client, socket, upgrade);
    // What fails here ends this connection, and no other.
    const contained = (work) => {
        try {
            work();
        }
        catch (error) {
            parts.onBug?.(error);
            socket.close('failed');
        }
    };
    webSocket.on('message', (data, isBinary) => {
        // Requests that arrive after the service has sent its close frame are not carried out.
        if (!isOpen())
            return;
        if (isBinary)
            socket.close('binary');
        else
            contained(() => session.receive(data.toString('utf8')));
    });
    const flood = createFloodGate(parts.machine);
    // The library answers pings by itself; for a client that does not read, the answers must not pile up.
    webSocket.on('ping', () => {
        if (webSocket.bufferedAmount > parts.settings.maxBacklogBytes)
            socket.close('tooSlow');
        else if (flood.isOver())
            socket.close('flooding');
    });
    webSocket.on('pong', () => {
        if (flood.isOver())
            socket.close('flooding');
    });
    // The library has begun to close with the code that fits: 1002, 1007 or 1009.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => contained(() => session.end()));
}
/** Counts pings and pongs, which no quota counts. */
function createFloodGate(machine) {
    let second = 0;
    let seen = 0;
    return {
        isOver: () => {
            const now = Math.floor(machine.now() / 1000);
            if (now !== second) {
                second = now;
                seen = 0;
            }
            return ++seen > FRAME_LIMITS.maxPings;
        },
    };
}

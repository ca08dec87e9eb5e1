import { callerFrom } from '../../service/service.js';
import { CLOSE_CODES } from './close-codes.js';
export function createConnections(origins, traffic) {
    const open = new Set();
    const counts = new Map();
    const count = (clientId, change) => void counts.set(clientId, (counts.get(clientId) ?? 0) + change);
    const opening = (next, interception) => (client, socket, upgrade) => {
        const origin = origins.opening(client.clientId);
        const connection = origin.connection;
        let closed;
        const close = (why) => {
            open.delete(opened);
            closed ??= typeof why === 'string' ? CLOSE_CODES[why] : why;
            socket.close(why);
        };
        const opened = {
            connection,
            socket: { ...socket, close },
            session: undefined,
            tap: undefined,
            toldOf: (event, odd) => traffic?.sent(connection, event, odd),
        };
        open.add(opened);
        count(client.clientId, 1);
        interception.current?.opening(opened);
        traffic?.opened(connection, upgrade);
        const session = next(callerFrom(client, origin), innerSocket(opened));
        opened.session = session;
        interception.current?.opened(opened);
        return {
            receive: (text) => (opened.tap ? opened.tap.receive(text) : session.receive(text)),
            end: () => {
                session.end();
                if (connection.ended)
                    return;
                connection.ended = true;
                count(client.clientId, -1);
                open.delete(opened);
                opened.tap?.ended();
                traffic?.closed(connection, closed);
            },
        };
    };
    return {
        open: () => [...open],
        get count() {
            return open.size;
        },
        countOf: (clientId) => counts.get(clientId) ?? 0,
        opening,
        closeAll: () => {
            for (const { socket } of [...open])
                socket.close('goingAway');
        },
    };
}
/** The socket that the session is given: it sends through the tap while there is one. */
function innerSocket(opened) {
    const { socket } = opened;
    return {
        ...socket,
        send: (text, onSent) => (opened.tap ? opened.tap.send(text, onSent) : socket.send(text, onSent)),
        close: (why) => (opened.tap ? opened.tap.close(why) : socket.close(why)),
        backlog: () => (opened.tap ? opened.tap.backlog() : socket.backlog()),
    };
}

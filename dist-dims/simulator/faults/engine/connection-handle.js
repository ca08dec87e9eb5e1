// What faults can do to an open WebSocket connection: frames between its socket and its session can be held,
// dropped or added.
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
/** Frames of one direction that are kept back at most; a connection with more is closed. */
const MOST_HELD = 1000;
/** No close frame: the connection breaks. */
const ABNORMAL = { code: 1006, reason: '' };
/** @param onEnd the connection has ended. */
export function createConnectionHandle(opened, onEnd) {
    const { connection, socket } = opened;
    const outgoing = createBoundedQueue(MOST_HELD);
    const incoming = createBoundedQueue(MOST_HELD);
    let heldBytes = 0;
    let holds = 0;
    let severed = 0;
    const pass = (queue, act, bytes = 0) => {
        if (severed > 0)
            return;
        if (holds === 0)
            act();
        else if (queue.push(act))
            heldBytes += bytes;
        else
            socket.close('tooSlow');
    };
    const release = (queue) => {
        for (let act = queue.shift(); act && holds === 0; act = queue.shift())
            act();
    };
    const forget = () => {
        outgoing.clear();
        incoming.clear();
        heldBytes = 0;
    };
    const send = (text, onSent) => pass(outgoing, () => socket.send(text, onSent), text.length);
    const handle = {
        id: connection.id,
        clientId: connection.clientId,
        inject: (text, event) => {
            opened.toldOf(event, 'topic');
            send(text);
        },
        close: (why) => pass(outgoing, () => socket.close(why)),
        hold: () => {
            holds++;
            return once(() => {
                holds--;
                if (holds > 0)
                    return;
                heldBytes = 0;
                release(outgoing);
                release(incoming);
            });
        },
        sever: () => {
            severed++;
            forget();
            socket.setReading?.(false);
            return once(() => {
                severed--;
                if (severed > 0)
                    return;
                // What was lost cannot be made up for, so the connection cannot go on.
                socket.setReading?.(true);
                socket.close(ABNORMAL);
            });
        },
    };
    const tap = {
        send,
        // A session that gives up a severed connection ends alone: the other side learns nothing of it.
        close: (why) => (severed > 0 ? opened.session?.end() : pass(outgoing, () => socket.close(why))),
        backlog: () => socket.backlog() + heldBytes,
        receive: (text) => pass(incoming, () => opened.session?.receive(text)),
        ended: onEnd,
    };
    return { handle, tap };
}
function once(act) {
    let done = false;
    return () => {
        if (done)
            return;
        done = true;
        act();
    };
}

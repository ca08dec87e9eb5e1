// Malformed frames end the connection in good order, instead of getting an error reply.
import { isReply } from '../wire/edit-messages.js';
const MALFORMED = 'INVALID_REQUEST';
export function badFramesClose() {
    return {
        id: 'bad-frames-close',
        summary: 'A malformed frame closes its connection with 1008.',
        because: 'Nothing is stated of malformed frames, and a connection can close at any time.',
        session: (next) => (caller, socket) => next(caller, {
            ...socket,
            send: (text, onSent) => {
                const frame = JSON.parse(text);
                if (isReply(frame) && frame['code'] === MALFORMED)
                    socket.close({ code: 1008, reason: 'malformed' });
                else
                    socket.send(text, onSent);
            },
        }),
    };
}

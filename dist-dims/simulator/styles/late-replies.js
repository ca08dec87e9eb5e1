// Replies on WebSocket take their time, each its own: they overtake one another, and come after their events.
import { isReply } from '../wire/edit-messages.js';
/** Ms by which a reply is late, at least and at most. */
const LEAST = 20;
const MOST = 400;
export function lateReplies() {
    return {
        id: 'late-replies',
        summary: 'Replies on WebSocket come 20 to 400 ms late, overtake one another and follow their events.',
        because: 'requestId correlates replies; neither their order nor that of replies and events is stated.',
        session: (next, { clock, random }) => (caller, socket) => {
            const stream = random.stream('late-replies');
            let open = true;
            const session = next(caller, {
                ...socket,
                send: (text, onSent) => {
                    if (!isReply(JSON.parse(text))) {
                        socket.send(text, onSent);
                        return;
                    }
                    clock.setTimer('late reply', stream.integer(LEAST, MOST), () => {
                        if (open)
                            socket.send(text, onSent);
                    });
                },
                close: (why) => {
                    open = false;
                    socket.close(why);
                },
            });
            return {
                receive: (text) => session.receive(text),
                end: () => {
                    open = false;
                    session.end();
                },
            };
        },
    };
}

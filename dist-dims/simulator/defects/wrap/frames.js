/** @param start called once for each connection. */
export function withConversations(start) {
    return {
        session: (next) => (caller, socket) => {
            const conversation = start();
            const session = next(caller, {
                ...socket,
                send: (text, onSent) => {
                    const edited = conversation.edit(JSON.parse(text));
                    if (edited === undefined)
                        socket.send(text, onSent);
                    else if (edited !== null)
                        socket.send(JSON.stringify(edited), onSent);
                },
            });
            return {
                ...session,
                receive: (text) => {
                    const requestId = /"requestId":"([^"]+)"/.exec(text)?.[1];
                    if (requestId !== undefined)
                        conversation.asked(requestId);
                    session.receive(text);
                },
            };
        },
    };
}

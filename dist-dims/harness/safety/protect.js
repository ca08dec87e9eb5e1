export function protect(target, checkpoint) {
    const pass = async (call, signal, send) => {
        await checkpoint.before(call, signal);
        let exchange;
        try {
            exchange = await send();
            return exchange;
        }
        finally {
            checkpoint.after(call, exchange);
        }
    };
    return {
        ...target,
        recordingTo: (trace) => protect(target.recordingTo(trace), checkpoint),
        request: (call, options) => pass(call, options.signal, () => target.request(call, options)),
        connect: async (client, options) => {
            const connected = await target.connect(client, options);
            if (connected.kind === 'refused')
                return connected;
            return { kind: 'open', connection: protectConnection(connected.connection, pass) };
        },
    };
}
function protectConnection(connection, pass) {
    const { name, client, openedAt, events, listen, close, cut } = connection;
    return {
        name,
        client,
        openedAt,
        get closed() {
            return connection.closed;
        },
        get droppedEvents() {
            return connection.droppedEvents ?? 0;
        },
        events,
        listen,
        close,
        cut,
        request: (call, options) => pass(call, options?.signal, () => connection.request(call, options)),
    };
}

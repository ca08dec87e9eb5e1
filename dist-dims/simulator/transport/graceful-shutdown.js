export function createGracefulShutdown(options) {
    const { server, sockets, upgrader, parts, drainTime } = options;
    let closed;
    // Node would destroy them, and with them what their clients have not read yet.
    server.closeIdleConnections = () => {
        for (const socket of sockets.speaking())
            if (sockets.isIdle(socket))
                endAfterReading(socket);
    };
    const close = async () => {
        const freed = new Promise((resolve) => server.close(resolve));
        // Connections on which no request has been sent would otherwise stay open.
        for (const socket of sockets.open)
            if (socket.bytesRead === 0)
                socket.destroy();
        const patience = parts.machine.setTimer('closing', drainTime, () => {
            upgrader.cut();
            for (const socket of sockets.open)
                socket.destroy();
        });
        await Promise.race([parts.inFlight.drain(), freed]);
        await upgrader.close();
        await freed;
        patience.cancel();
        sockets.stop();
    };
    return {
        isClosing: () => closed !== undefined,
        close: () => (closed ??= close()),
    };
}
/** Ends the connection once the system has taken all that is left to send. */
function endAfterReading(socket) {
    // What still arrives is thrown away: unread, it would turn the end of the connection into a reset.
    socket.resume();
    socket.end(() => socket.destroy());
}

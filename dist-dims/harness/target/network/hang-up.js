/**
 * Writes the last bytes, if any, and hangs up. Resolves when the connection is gone; rejects when it broke
 * before the bytes had left.
 *
 * Destroying a socket straight after the write could lose the bytes: a close with unread data in the receive
 * buffer makes the kernel send RST, and RST may overtake or discard what the peer has not read yet. So the
 * write side is closed first (FIN, queued behind the bytes, which TCP then delivers and retransmits by
 * itself), and the socket is dropped when the peer shows that it has seen something - its first byte, or its
 * own end - or after a short wait. Waiting for the peer also keeps a repeat that follows at once on another
 * connection from overtaking the request that was cut.
 */
export async function hangUp(socket, bytes, clock, linger) {
    await written(socket, bytes);
    await new Promise((resolve) => {
        const drop = () => {
            timer.cancel();
            socket.destroy();
            resolve();
        };
        const timer = clock.setTimer('linger after a cut', linger, drop);
        // An error from here on changes nothing: the bytes have left.
        for (const event of ['data', 'end', 'error', 'close'])
            socket.on(event, drop);
        socket.resume();
    });
}
/** Resolves when the bytes and the end of the stream have been handed to the system. */
function written(socket, bytes) {
    return new Promise((resolve, reject) => {
        socket.once('finish', resolve);
        socket.once('error', reject);
        socket.once('close', () => reject(new Error('it was closed before the request had left')));
        if (bytes === undefined)
            socket.end();
        else
            socket.end(bytes);
    });
}

/** How often a slow body sends a piece, in ms. */
const SLOW_STEP = 100;
export async function writeReply(response, reply, clock, witness) {
    const delivery = reply.delivery ?? { kind: 'whole' };
    if (delivery.kind === 'reset') {
        witness?.('lost');
        reset(response);
        return;
    }
    response.writeHead(reply.status, headersOf(reply));
    if (delivery.kind === 'whole') {
        response.end(reply.body);
        if (witness)
            watch(response, witness);
        return;
    }
    const bytes = Buffer.from(reply.body);
    const piece = Math.max(1, Math.round((delivery.bytesPerSecond * SLOW_STEP) / 1000));
    for (let at = 0; at < bytes.length && !response.destroyed; at += piece) {
        response.write(bytes.subarray(at, at + piece));
        await clock.sleep(SLOW_STEP);
    }
    response.end();
    witness?.(response.destroyed ? 'cut' : 'handed-over');
}
/** In nearly all cases the network has taken all of it by now. */
function watch(response, witness) {
    if (response.destroyed || response.socket?.destroyed)
        witness('cut');
    else if (response.writableFinished)
        witness('handed-over');
    else {
        response.once('finish', () => witness('handed-over'));
        response.once('close', () => response.writableFinished || witness('cut'));
    }
}
/** Breaks the connection, over TCP with a reset. */
function reset(response) {
    const socket = response.socket;
    if (socket?.resetAndDestroy)
        socket.resetAndDestroy();
    else
        response.destroy();
}
/** All headers of a reply except those of the connection. */
export function headersOf(reply) {
    return {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(reply.body)),
        ...reply.headers,
    };
}

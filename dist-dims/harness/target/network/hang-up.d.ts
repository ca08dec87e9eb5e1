import type { Socket } from 'node:net';
import type { Clock } from '../../../kernel/clock.js';
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
export declare function hangUp(socket: Socket, bytes: Uint8Array | undefined, clock: Clock, linger: number): Promise<void>;

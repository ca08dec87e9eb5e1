import type { Clock } from '../../../kernel/clock.js';
import type { OpenOutcome, SocketHandlers } from '../transport.js';
import type { GivenUp } from './given-up.js';
import type { InProcessServer } from './in-process-server.js';
export interface Sockets {
    open(server: InProcessServer, path: string, handlers: SocketHandlers, givenUp: GivenUp, bearer?: string): Promise<OpenOutcome>;
    cutAll(): void;
}
export declare function createSockets(clock: Clock, latency: number): Sockets;

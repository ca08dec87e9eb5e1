import type { Clock } from '../../../kernel/clock.js';
import type { Transport } from '../transport.js';
import type { InProcessServer } from './in-process-server.js';
/** @param latency of every message, one way, in ms of the clock. */
export declare function createInProcessTransport(server: InProcessServer, clock: Clock, latency?: number): Transport;

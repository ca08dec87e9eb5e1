import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerParts } from '../server-parts.js';
import type { Deliveries } from './delivery.js';
/** In every case the client gets a reply or a broken connection, and nothing is thrown. */
export declare function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse, isClosing: () => boolean, deliveries?: Deliveries): Promise<void>;

import type { EndpointName } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import type { Connection, RestOrigin, WebSocketOrigin } from '../service/origin.js';
export interface Origins {
    /** @param path without the query. */
    request(method: string, path: string, endpoint: EndpointName | undefined, observed?: Pick<RestOrigin, 'seen' | 'headers' | 'client'>): RestOrigin;
    /** The opening of a connection, which gets the next number. */
    opening(clientId: string): WebSocketOrigin;
    /** @param topic undefined when the frame names none. */
    message(connection: Connection, topic: string | undefined, requestId: string): WebSocketOrigin;
}
export declare function createOrigins(clock: Pick<Clock, 'now'>): Origins;

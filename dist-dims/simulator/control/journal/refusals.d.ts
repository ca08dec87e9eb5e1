import type { Dialect } from '../../../dialect/dialect.js';
import type { WebSocketOrigin } from '../../service/origin.js';
import type { Refusal } from '../../service/outcome.js';
import type { ArrivedRequest, RestReply } from '../../transport/rest/message.js';
import type { Journal } from './journal.js';
export interface RefusalNotes {
    overRest(request: ArrivedRequest, reply: RestReply): void;
    /** @param sent the request, or the JSON of a frame that is none. */
    overWebSocket(origin: WebSocketOrigin, sent: unknown, refusal: Refusal): void;
}
export declare function createRefusalNotes(journal: Journal, dialect: Dialect, now: () => number): RefusalNotes;

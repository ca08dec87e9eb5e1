import type { Dialect } from '../../../dialect/dialect.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { Call } from '../call.js';
export interface WsRequest {
    readonly facts: RequestFacts;
    readonly text: string;
    /** The frame as the trace shows it. */
    readonly shown: unknown;
    /** Undefined when a frame written by hand has none. */
    readonly requestId?: string;
}
export declare function wsRequest(dialect: Dialect, given: Call, requestId: string): WsRequest;

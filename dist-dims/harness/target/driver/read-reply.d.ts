import type { Dialect } from '../../../dialect/dialect.js';
import type { Call, Reply } from '../call.js';
export interface ReadReply {
    readonly reply: Reply;
    /** The body as JSON; undefined when it is none. */
    readonly parsed: unknown;
}
interface HttpPart {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
}
/** A REST reply. What is no envelope is a reply all the same, with an empty code. */
export declare function readHttpReply(dialect: Dialect, call: Call, http: HttpPart & {
    body: string;
}): ReadReply;
/** @param http status and headers, which a WebSocket reply does not have. */
export declare function readEnvelope(dialect: Dialect, call: Call, body: unknown, http?: HttpPart): Reply;
export {};

import type { CheckResult } from '../harness/verdict/verdict.js';
import type { BrokenRecord, ReplyRecord, RequestRecord, TraceRecord } from '../trace/record.js';
type Seen<R> = R & Pick<TraceRecord, 'at' | 'seq'>;
export interface ShownExchange {
    readonly id: number;
    readonly request: Seen<RequestRecord>;
    /** Undefined when the trace ends before the request did. */
    readonly end: Seen<ReplyRecord> | Seen<BrokenRecord> | undefined;
    /** Milliseconds from the start of the check. */
    readonly from: number;
    readonly to: number | undefined;
}
/** The exchanges with these numbers, in the order in which they were sent. */
export declare function exchangesOf(check: CheckResult, ids?: readonly number[]): ShownExchange[];
/** `GET /svc/v1/devices`, with the key that is in no body, or the topic of a frame. */
export declare function requestLine({ request }: ShownExchange): string;
/** Who sent it and over what: `REST as reader`, `WebSocket main as reader`. */
export declare function senderOf({ request }: ShownExchange): string;
/** `429 RATE_LIMITED`, or why there was no answer. */
export declare function answerLine({ end }: ShownExchange): string;
/** The part of what was sent that is worth showing: a frame's `data`, or the body. */
export declare function sentPart({ request }: ShownExchange): unknown;
/** The part of what came that is worth showing: `data` of the envelope; all of it when it is no envelope. */
export declare function receivedPart({ end }: ShownExchange): unknown;
export {};

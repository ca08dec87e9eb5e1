import type { Interval } from '../../kernel/interval.js';
import type { BrokenRecord, ConnectionRecord, EventRecord, ReplyRecord, RequestRecord, StimulusRecord, StrayRecord, TraceRecord } from '../../trace/record.js';
export type Stamped<T> = T & {
    readonly seq: number;
    readonly at: number;
};
export interface SeenExchange {
    readonly id: number;
    readonly request: Stamped<RequestRecord>;
    readonly reply?: Stamped<ReplyRecord>;
    readonly broken?: Stamped<BrokenRecord>;
    /** The time in which the target can have acted on it; without a reply it never ends. */
    readonly span: Interval;
}
/** A stimulus or a look at a witness, with the time in which it was done. */
export type SeenStimulus = Stamped<StimulusRecord> & {
    readonly span: Interval;
};
/** An exchange with a reply. */
export type Answered = SeenExchange & {
    readonly reply: Stamped<ReplyRecord>;
};
export interface TraceView {
    /** In the order in which the requests were sent. */
    readonly exchanges: readonly SeenExchange[];
    readonly answered: readonly Answered[];
    readonly connections: readonly Stamped<ConnectionRecord>[];
    readonly strays: readonly Stamped<StrayRecord>[];
    readonly events: readonly Stamped<EventRecord>[];
    readonly stimuli: readonly SeenStimulus[];
    /** When the last record about a connection came. */
    readonly lastSeen: ReadonlyMap<string, number>;
    /** Connections that have worked: a request on them succeeded, or an event came. */
    readonly lively: ReadonlySet<string>;
}
export declare function viewTrace(records: readonly TraceRecord[]): TraceView;
/** Sent malformed on purpose: what the rules say of a right request does not hold for it. */
export declare function isRaw({ request }: SeenExchange): boolean;
/** `429 RATE_LIMITED` or `RATE_LIMITED over WebSocket`. */
export declare function answerWords({ reply }: Answered): string;

import type { Operation } from '../../../contract/schemas/command.js';
import type { Interval } from '../../../kernel/interval.js';
import type { SeenExchange, TraceView } from '../trace-view.js';
/** `surely` it was carried out, once; `perhaps`; or `never`, since it was refused each time. */
export type Certainty = 'surely' | 'perhaps' | 'never';
export interface Intended {
    readonly deviceId: string;
    readonly operation: Operation;
    /** Every request of it, in the order of sending. */
    readonly uses: readonly SeenExchange[];
    readonly certainty: Certainty;
    /** When it can have been carried out. */
    readonly span: Interval;
    /** How its command ended, where that was seen. */
    readonly status?: string;
    /** When that was seen first: by then it had ended, which the reply to its request does not say by itself. */
    readonly endSeenAt?: number;
    /** Other requests under its key: of these none may be carried out. */
    readonly reuses: readonly SeenExchange[];
}
export declare const intendedIn: (view: TraceView) => readonly Intended[];
/** Answered with a refusal, or never arrived. A server error leaves open what has been done. */
export declare function isRefused({ reply, broken }: SeenExchange): boolean;
export declare function isBusy({ reply }: SeenExchange): boolean;

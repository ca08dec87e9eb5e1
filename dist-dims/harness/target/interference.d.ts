import type { Outcome } from './call.js';
export type Interference = 
/** A refusal that passes; `announced` is the delay that came with it, in ms. */
{
    readonly kind: 'rate-limited' | 'busy' | 'internal-error';
    readonly announced?: number;
}
/** `broken`: a request without a reply. `refused`: an upgrade without an answer of the service. */
 | {
    readonly kind: 'broken' | 'refused';
};
export type InterferenceKind = Interference['kind'];
/** What is seen of a request or of an attempt to connect. A value of another type counts as absent. */
export interface Seen {
    /** `broken` for a request without a reply, `refused` for an upgrade; anything else is an answer. */
    readonly outcome?: unknown;
    readonly code?: unknown;
    /** HTTP status; absent on WebSocket. */
    readonly status?: unknown;
    /** In seconds. */
    readonly retryAfterSeconds?: unknown;
}
/** Statuses with which a proxy answers for a server that it cannot reach: the reply is not of the service. */
export declare const FROM_PROXIES: ReadonlySet<number>;
export declare const INTERFERENCE_WORDS: Readonly<Record<InterferenceKind, string>>;
/** The interference in what was seen; undefined when the request or the upgrade went through. */
export declare function interferenceIn(seen: Seen): Interference | undefined;
/** The interference in the outcome of a request. */
export declare function interferenceOf(outcome: Outcome): Interference | undefined;
/** Whether the traffic of others alone can have caused it, without any fault of the target. */
export declare function mayComeFromOthers(kind: InterferenceKind): boolean;
/** `retryAfterSeconds` in the data of a reply as it stands there (interface: Limits). */
export declare function retryAfterIn(data: unknown): unknown;

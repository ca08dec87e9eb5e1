import type { Clock } from '../../kernel/clock.js';
import type { Exchange, Outcome } from './call.js';
import { type RetryLimits } from './retry.js';
export interface Patience {
    readonly clock: Pick<Clock, 'now' | 'setTimer'>;
    readonly limits: RetryLimits;
    readonly signal?: AbortSignal | undefined;
    /** Also goes on when no connection can be made, or the device cannot be used: both may come back. */
    readonly throughAbsence?: boolean;
}
/** The last exchange, and why no other was tried where that is not plain from it. */
export interface Tried {
    readonly exchange: Exchange;
    readonly outcome: Outcome;
    readonly gaveUp?: string;
}
/** Ends with the first exchange that is worth no repeat, or with the one after which a limit was reached. */
export declare function patiently(attempt: () => Promise<Exchange>, patience: Patience): Promise<Tried>;
/** What came of a request, for people: `409 DEVICE_OFFLINE`, `no reply within 10 s`. */
export declare function wordsOf({ outcome, gaveUp }: Pick<Tried, 'outcome' | 'gaveUp'>): string;

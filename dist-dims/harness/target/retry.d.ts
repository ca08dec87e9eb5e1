import type { Clock } from '../../kernel/clock.js';
/** What stands in the way for now, with the delay that was announced with it, in ms. */
export interface Hindrance {
    readonly kind: string;
    readonly announced?: number;
}
/** At least one of `tries` and `until` bounds a retry. */
export type RetryLimits = {
    /** The longest announced delay that is waited for, in ms; default: a minute. */
    readonly longestAnnounced?: number | undefined;
} & ({
    /** Tries in all. */
    readonly tries: number;
    /** No try begins after this time, in ms of the clock. */
    readonly until?: number;
} | {
    readonly tries?: number;
    readonly until: number;
});
export interface RetryOptions<T, H extends Hindrance> {
    readonly clock: Pick<Clock, 'now' | 'setTimer'>;
    readonly limits: RetryLimits;
    readonly signal?: AbortSignal | undefined;
    /**
     * Added to an announced delay, in ms; default: 20, because clocks differ.
     * @param tries that have been in vain, from 1.
     */
    readonly margin?: (tries: number) => number;
    /** @param before what stood in the way of the try before; undefined for the first one. */
    readonly attempt: (before: H | undefined) => Promise<T>;
    /** What to wait out before another try; undefined when another try would change nothing. */
    readonly hindranceOf: (result: T) => H | undefined;
    /** Told before each wait. @param until in ms of the clock. */
    readonly onWait?: (until: number, hindrance: H) => void;
}
export type Retried<T> = 
/** Nothing stood in the way of the last try. */
{
    readonly kind: 'done';
    readonly result: T;
}
/** A limit was reached. `why` says what was announced where that was the limit. */
 | {
    readonly kind: 'given-up';
    readonly result: T;
    readonly why?: string;
}
/** The signal was aborted. */
 | {
    readonly kind: 'interrupted';
    readonly result: T;
};
/** In ms: what `longestWait` of a profile is where it says nothing. */
export declare const LONGEST_ANNOUNCED = 60000;
/** Always makes one try. @returns the result of the last one. */
export declare function retry<T, H extends Hindrance>(options: RetryOptions<T, H>): Promise<Retried<T>>;
/** For a wait that is not made because it was announced as too long; both in ms. */
export declare function announcedTooLong(announced: number, longest: number): string;

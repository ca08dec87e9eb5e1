import type { Clock } from '../../../kernel/clock.js';
import type { Outcome } from '../call.js';
export interface SignsOfLife {
    /** Aborted when the target is silent, or with the run. */
    readonly signal: AbortSignal;
    /** The request that was the last to get no answer; undefined while the target is there. */
    readonly silent: Outcome | undefined;
    /** How long the next try may take, in ms. */
    patience(): number;
    note(outcome: Outcome): void;
}
export declare function createSignsOfLife(clock: Pick<Clock, 'now'>, patience: number, signal: AbortSignal | undefined): SignsOfLife;

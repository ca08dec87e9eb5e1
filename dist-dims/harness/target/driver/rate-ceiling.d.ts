import type { Clock } from '../../../kernel/clock.js';
export interface RateCeiling {
    /** Resolves when one more request or frame may leave, or when nobody waits for it any more. */
    admit(signal?: AbortSignal): Promise<void>;
}
/**
 * No stretch of one second ever has more than `perSecond` departures; a burst of that many may leave at once.
 * A token bucket would let up to twice as many through where a burst meets a refill.
 */
export declare function createRateCeiling(clock: Clock, perSecond: number): RateCeiling;

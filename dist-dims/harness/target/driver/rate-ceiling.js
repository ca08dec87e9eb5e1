// Keeps the harness below the rate that the profile allows, in order of arrival.
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import { waitUntil } from '../wait-until.js';
/**
 * No stretch of one second ever has more than `perSecond` departures; a burst of that many may leave at once.
 * A token bucket would let up to twice as many through where a burst meets a refill.
 */
export function createRateCeiling(clock, perSecond) {
    const burst = Math.max(1, Math.floor(perSecond));
    const window = (burst / perSecond) * 1000;
    // Moments of the latest departures, some of which may lie ahead: they are the places in the queue.
    const departures = createBoundedQueue(burst);
    return {
        admit: async (signal) => {
            const now = clock.now();
            const oldest = departures.size < burst ? undefined : departures.shift();
            const departure = oldest === undefined ? now : Math.max(now, oldest + window);
            departures.push(departure);
            await waitUntil(clock, departure, signal);
        },
    };
}

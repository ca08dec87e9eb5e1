// When a fault fires: each thing that it could act on is an occasion, and the trigger selects some of them.
import { formatDuration } from '../../../kernel/duration.js';
export function createTriggerGate(trigger, random) {
    let occasions = 0;
    let firings = 0;
    return {
        get occasions() {
            return occasions;
        },
        get firings() {
            return firings;
        },
        pass: () => {
            occasions++;
            if (trigger.count !== undefined && firings >= trigger.count)
                return false;
            if (occasions % trigger.every !== 0)
                return false;
            if (trigger.probability < 1 && !random.chance(trigger.probability))
                return false;
            firings++;
            return true;
        },
    };
}
/** For people: `every 3rd request, at most 2 times`; empty when each occasion counts. */
export function describeTrigger({ every, probability, count }, occasion) {
    const words = [
        ...(every > 1 ? [`every ${ordinal(every)} ${occasion}`] : []),
        ...(probability < 1 ? [`with probability ${probability}`] : []),
        ...(count === undefined ? [] : [count === 1 ? 'once' : `at most ${count} times`]),
    ];
    return words.join(', ');
}
/** `at once` or `after 3 s`. */
export function describeStart({ after }) {
    return after === 0 ? 'at once' : `after ${formatDuration(after)}`;
}
export function ordinal(n) {
    const suffix = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
    return `${n}${suffix}`;
}

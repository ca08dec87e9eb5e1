// The timers that wait on one clock: in the order in which they are due, those due together in the order in
// which they were set.
import { assert } from './assert.js';
export function createTimerQueue() {
    const entries = [];
    let order = 0;
    let firing;
    return {
        add: (name, now, delay, callback) => {
            assert(Number.isFinite(delay), `timer ${name}: a delay is a finite number of ms, not ${delay}`);
            const cancel = () => {
                const at = placeOf(entry, entries);
                if (entries[at] === entry)
                    entries.splice(at, 1);
            };
            const entry = {
                name,
                dueAt: (firing ?? now) + Math.max(0, delay),
                order: order++,
                callback,
                cancel,
            };
            entries.splice(placeOf(entry, entries), 0, entry);
            return entry;
        },
        first: () => entries[0],
        fireFirst: () => {
            const entry = entries.shift();
            firing = entry?.dueAt;
            try {
                entry?.callback();
            }
            finally {
                firing = undefined;
            }
        },
        toArray: () => [...entries],
    };
}
/** Where the entry is, or where it belongs: binary search keeps long queues cheap. */
function placeOf(entry, entries) {
    let low = 0;
    let high = entries.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        const other = entries[middle];
        if (other && comesBefore(other, entry))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
function comesBefore(a, b) {
    return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order);
}

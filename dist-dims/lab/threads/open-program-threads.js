import { handOut } from './hand-out.js';
import { createThread } from './thread.js';
/** A thread takes a second or two to get up to speed: fewer programs, or less time, are over sooner without. */
const FEWEST_PROGRAMS = 300;
const LEAST_TIME = 10_000;
/** A share takes a fraction of a second. */
const LONGEST_SHARE = 120_000;
/** Undefined where they would not pay. */
export function openProgramThreads(options) {
    const { module, data, cores, runs, time, clock, signal } = options;
    if (cores < 2 || runs < FEWEST_PROGRAMS || time < LEAST_TIME)
        return undefined;
    const threads = Array.from({ length: cores }, () => createThread({ module, data, patience: LONGEST_SHARE, clock, signal }));
    return {
        run: handOut({ threads, runs, signal }),
        close: async () => {
            await Promise.all(threads.map((thread) => thread.close()));
        },
    };
}

// Moves a manual clock while something real is waited for, such as a request over a socket.
import { assert } from './assert.js';
/** Ms of the clock in each turn of the host's loop: small, so that no patience runs out while bytes travel. */
const STEP = 10;
/** Clock time after which nobody believes in an end any more: an hour. */
const LONGEST = 3_600_000;
/** Lets time pass in small steps until `work` has ended. For work on timers alone, `runUntil` is exact. */
export async function passTime(clock, work) {
    let done = false;
    const finished = work.finally(() => (done = true));
    finished.catch(() => undefined);
    const limit = clock.now() + LONGEST;
    while (!done) {
        assert(clock.now() < limit, 'an hour of virtual time has passed, and the work has not ended');
        await clock.advance(STEP);
    }
    return finished;
}

// Virtual time over the sockets of a test: it stands still while bytes are under way between two ends in this process,
// and jumps to the next timer as soon as nothing is. What waits on the machine's clock, such as a timer of the client
// under test, is outrun.
import { assert } from '../kernel/assert.js';

import { hostNow, settled } from '../kernel/host-time.js';
import type { ManualClock } from '../kernel/manual-clock.js';
import { createVirtualClock as createClock, quiet, type VirtualClock } from '../kernel/virtual-clock.js';
import { watchSocketTraffic } from '../lab/virtual-time/socket-traffic.js';

/** From the import on, so that no connection is older than the watch. */
const traffic = watchSocketTraffic();

/** Clock time after which nobody believes in an end any more: an hour. */
const LONGEST = 3_600_000;
/** Ms of the machine in which files and the like may still end work for which no timer is left. */
const LONGEST_IDLE = 1000;

/**
 * A clock in virtual time. A simulator that is started on it keeps it moving until it is closed.
 * @param start clock time in ms at which the clock begins; 2026 when absent.
 */
export function createVirtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  return createClock(start, traffic);
}

/** Makes time move for the simulator that has been started on this clock; gives what stops it. */
export function keepMoving(clock: object): () => void {
  return isVirtual(clock) ? clock.flow() : () => undefined;
}

function isVirtual(clock: object): clock is VirtualClock {
  return 'flow' in clock;
}

/**
 * Lets time pass on a manual clock until `work` over real sockets has ended: from timer to timer, each as soon as all that
 * was written has been read. For work on timers alone, `clock.runUntil` is enough.
 */
export async function passTime<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const finished = work.finally(() => (done = true));
  finished.catch(() => undefined);
  const limit = clock.now() + LONGEST;
  let movedAt = hostNow();
  while (!done) {
    await settled();
    await quiet(traffic);
    if (done) break;
    const [next] = clock.pending();
    if (next) {
      assert(next.dueAt < limit, 'an hour of virtual time has passed, and the work has not ended');
      await clock.advance(Math.max(0, next.dueAt - clock.now()));
      movedAt = hostNow();
    } else assert(hostNow() - movedAt < LONGEST_IDLE, 'no timer is left, and the work has not ended');
  }
  return finished;
}

// The refresh budget: one explicit refresh of a device in three seconds, over all clients and both channels
// (refresh.min-interval, refresh.shared-budget, refresh.across-clients).
import type { Clock } from '../../kernel/clock.js';
import type { Origin } from './origin.js';

/** The origin of the request is there for decorations; the budget itself does not look at it. */
export interface RefreshBudget {
  /** Ms until the device may be refreshed, or undefined when it may be now. Takes nothing. */
  waitFor(deviceId: string, origin?: Origin): number | undefined;
  /** Counts a refresh that starts now. */
  spend(deviceId: string, origin?: Origin): void;
  /** Makes the device wait so many ms, as `waitFor` of another budget has said. */
  recall(deviceId: string, wait: number): void;
}

/** A budget that also tells how many devices it remembers: only those refreshed within the interval. */
export interface CountedRefreshBudget extends RefreshBudget {
  readonly size: number;
}

/** @param interval least time between two refreshes in ms. */
export function createRefreshBudget(clock: Clock, interval: number): CountedRefreshBudget {
  // In the order of the last refresh, so that the entries to forget are the first ones.
  const lastStart = new Map<string, number>();

  const forgetWhatIsOver = (now: number): void => {
    for (const [deviceId, last] of lastStart) {
      if (last + interval > now) return;
      lastStart.delete(deviceId);
    }
  };

  return {
    waitFor: (deviceId) => {
      const last = lastStart.get(deviceId);
      const wait = last === undefined ? 0 : last + interval - clock.now();
      return wait > 0 ? wait : undefined;
    },
    spend: (deviceId) => {
      const now = clock.now();
      forgetWhatIsOver(now);
      lastStart.delete(deviceId);
      lastStart.set(deviceId, now);
    },
    recall: (deviceId, wait) => void lastStart.set(deviceId, clock.now() + wait - interval),
    get size() {
      return lastStart.size;
    },
  };
}

// The refresh budget: one explicit refresh of a device in three seconds, whoever asks on whichever channel
// (refresh.min-interval, refresh.shared-budget, refresh.across-clients).
import type { Clock } from '../../kernel/clock.js';

export interface RefreshBudget {
  /** Ms until the device may be refreshed, or undefined when it may be now. Takes nothing. */
  waitFor(deviceId: string): number | undefined;
  /** Counts a refresh that starts now. */
  spend(deviceId: string): void;
}

/** @param interval least time between two refreshes in ms. */
export function createRefreshBudget(clock: Clock, interval: number): RefreshBudget {
  const lastStart = new Map<string, number>();
  return {
    waitFor: (deviceId) => {
      const last = lastStart.get(deviceId);
      const wait = last === undefined ? 0 : last + interval - clock.now();
      return wait > 0 ? wait : undefined;
    },
    spend: (deviceId) => void lastStart.set(deviceId, clock.now()),
  };
}

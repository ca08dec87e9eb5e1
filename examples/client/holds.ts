// What must not be sent for a while: after a 429, and between two refreshes of a device. A scope is what the
// service counts together, on both channels: `refresh d1`, `command d1`, `ticket`, or the name of an endpoint.
import type { Clock } from './ports.js';

export interface Holds {
  /** Nothing of the scope is sent within the next `ms`. A longer hold that is there already stays. */
  hold(scope: string, ms: number): void;
  /** Ms until the scope is free again; 0 when it is. */
  left(scope: string): number;
}

export function createHolds(clock: Pick<Clock, 'now'>): Holds {
  const until = new Map<string, number>();
  const left = (scope: string): number => {
    const rest = (until.get(scope) ?? 0) - clock.now();
    if (rest <= 0) until.delete(scope);
    return Math.max(0, rest);
  };
  return {
    hold: (scope, ms) => {
      if (ms > left(scope)) until.set(scope, clock.now() + ms);
    },
    left,
  };
}

/** Waits until the scope is free, also when somebody prolongs the hold meanwhile. */
export async function untilFree(
  holds: Holds,
  scope: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = holds.left(scope); wait > 0; wait = holds.left(scope)) await clock.sleep(wait, signal);
}

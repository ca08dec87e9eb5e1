// Counts the requests under way on all WebSocket connections, so that a graceful shutdown can wait for them.

export interface InFlight {
  /** Counts one more and returns the function that counts it out; undefined once `drain` has been called. */
  enter(): (() => void) | undefined;
  /** Lets no more in; resolves when none is under way. */
  drain(): Promise<void>;
  readonly count: number;
}

export function createInFlight(): InFlight {
  let count = 0;
  let draining = false;
  const waiting = new Set<() => void>();

  const leave = (): void => {
    count--;
    if (count > 0 || !draining) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  return {
    enter: () => {
      if (draining) return undefined;
      count++;
      return leave;
    },
    drain: async () => {
      draining = true;
      if (count > 0) await new Promise<void>((resolve) => waiting.add(resolve));
    },
    get count() {
      return count;
    },
  };
}

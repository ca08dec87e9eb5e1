// The requests of all WebSocket connections that are under way, so that the service can go away in good order.

export interface InFlight {
  /** Counts one in, and gives the way out; undefined when no more are taken. */
  enter(): (() => void) | undefined;
  /** Takes no more; resolves when none is under way. */
  drain(): Promise<void>;
  readonly count: number;
}

export function createInFlight(): InFlight {
  let count = 0;
  let draining = false;
  const waiting = new Set<() => void>();

  const leave = (): void => {
    count--;
    if (count > 0) return;
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

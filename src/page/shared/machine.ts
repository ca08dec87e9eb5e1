// The browser's clock and timers. No other file of the page takes time from the machine.

export interface BrowserClock {
  /** Ms since the page was opened. */
  now(): number;
  /** Calls back once; returns the way to cancel it. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back at each frame until it is cancelled. */
  eachFrame(callback: (now: number) => void): () => void;
}

export function browserMachine(): BrowserClock {
  return {
    now: () => performance.now(),
    after: (ms, callback) => {
      const id = setTimeout(callback, ms);
      return () => clearTimeout(id);
    },
    eachFrame: (callback) => {
      const next = (): number =>
        requestAnimationFrame((now) => {
          id = next();
          callback(now);
        });
      let id = next();
      return () => cancelAnimationFrame(id);
    },
  };
}

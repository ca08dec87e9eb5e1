// The browser's clock and timers. No other file of the page takes time from the machine.

export type BrowserClock = ReturnType<typeof browserMachine>;

export function browserMachine() {
  return {
    /** Ms since the page was opened. */
    now: (): number => performance.now(),
    /** Calls back once; returns the way to cancel it. */
    after: (ms: number, callback: () => void): (() => void) => {
      const id = setTimeout(callback, ms);
      return () => clearTimeout(id);
    },
    /** Calls back again and again; returns the way to stop. */
    every: (ms: number, callback: () => void): (() => void) => {
      const id = setInterval(callback, ms);
      return () => clearInterval(id);
    },
  };
}

// What has begun and not ended: it ends at its caller's signal, and when the whole transport closes.

/** Own controllers instead of `AbortSignal.any`, which keeps a trace of every request on a long-lived signal. */
export function createUnderWay() {
  const controllers = new Set<AbortController>();
  let closed = false;
  return {
    /** After `giveUp`, work still begins, with a signal that has already been aborted. */
    run: async <T>(
      signal: AbortSignal | undefined,
      work: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> => {
      const own = new AbortController();
      const forward = (): void => own.abort();
      if (closed || signal?.aborted) own.abort();
      signal?.addEventListener('abort', forward, { once: true });
      controllers.add(own);
      try {
        return await work(own.signal);
      } finally {
        controllers.delete(own);
        signal?.removeEventListener('abort', forward);
      }
    },
    giveUp: () => {
      closed = true;
      for (const controller of controllers) controller.abort();
    },
  };
}

// The HTTP library hears a signal only once it has a connection, and a server may accept one and never finish the
// handshake: whoever gives up does not wait for that.

/** What the work comes to, or `instead` once the signal aborts. */
export async function orGivenUp<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  instead: T,
): Promise<T> {
  if (!signal) return work;
  let giveUp = (): void => undefined;
  const came = new Promise<T>((resolve) => {
    giveUp = () => resolve(instead);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
  const outcome = await Promise.race([work, came]);
  signal.removeEventListener('abort', giveUp);
  return outcome;
}

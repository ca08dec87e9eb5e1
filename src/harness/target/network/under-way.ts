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

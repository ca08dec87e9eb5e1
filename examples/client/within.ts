// Gives work a time limit on the client's clock.
import type { Clock } from './ports.js';

/** Rejects after `ms`, and when `closing` aborts; the signal that the work gets aborts, too. */
export async function within<T>(
  ms: number,
  clock: Clock,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const done = new AbortController();
  const close = (): void => done.abort();
  closing.addEventListener('abort', close, { once: true });
  const over = clock.sleep(ms, done.signal).then(
    () => Promise.reject(new Error(`no response within ${ms} ms`)),
    () => Promise.reject(new Error('the client has been closed')),
  );
  let ended = false;
  over.catch(() => {
    if (!ended) limit.abort();
  });
  try {
    closing.throwIfAborted();
    return await Promise.race([work(limit.signal), over]);
  } finally {
    ended = true;
    closing.removeEventListener('abort', close);
    done.abort();
  }
}

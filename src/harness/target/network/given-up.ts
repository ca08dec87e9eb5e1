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

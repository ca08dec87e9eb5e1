// The first requests of a run: is anybody there, and how long does a round trip take?
import type { Target } from '../target/target.js';

export type Calibrated =
  /** A long round trip: the longest but one of a few, in ms. */
  { readonly ok: true; readonly roundTrip: number } | { readonly ok: false; readonly reason: string };

/** On a slow line the first few must do. */
const LEAST_TRIPS = 5;
const MOST_TRIPS = 9;
const LONGEST_TIME = 1000;
const TRIES = 3;

/** A request that costs the target little; whatever it answers, it is there. */
export async function calibrate(target: Target, client: string, signal?: AbortSignal): Promise<Calibrated> {
  // The first one fetches a token and opens a connection on the way: it is no measure.
  const first = await timeOf(target, client, signal);
  if (typeof first === 'string') return { ok: false, reason: first };
  const startedAt = target.clock.now();
  const trips: number[] = [];
  while (
    trips.length < LEAST_TRIPS ||
    (trips.length < MOST_TRIPS && target.clock.now() - startedAt < LONGEST_TIME)
  ) {
    const took = await timeOf(target, client, signal);
    if (typeof took === 'string') return { ok: false, reason: took };
    trips.push(took);
  }
  // One that took longer than all others was held up by something else.
  return { ok: true, roundTrip: trips.toSorted((a, b) => a - b).at(-2) ?? first };
}

/** Whether the target still answers. */
export async function isThere(target: Target, client: string, signal?: AbortSignal): Promise<boolean> {
  return typeof (await timeOf(target, client, signal)) === 'number';
}

/** The time of one request, or why there was none. */
async function timeOf(
  target: Target,
  client: string,
  signal: AbortSignal | undefined,
): Promise<number | string> {
  for (let tries = 1; ; tries++) {
    const { outcome, sentAt, answeredAt } = await target.request(
      { name: 'listDevices' },
      signal ? { client, signal } : { client },
    );
    if (outcome.kind === 'reply') return answeredAt - sentAt;
    if (tries === TRIES || signal?.aborted) return outcome.detail;
    await target.clock.sleep(250 * tries, signal).catch(() => undefined);
  }
}

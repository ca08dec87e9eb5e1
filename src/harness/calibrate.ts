// The first requests of a run: is anybody there, and how long does a round trip take?
import type { Target } from './target/target.js';

export type Calibrated =
  /** The longest of a few round trips, in ms. */
  { readonly ok: true; readonly roundTrip: number } | { readonly ok: false; readonly reason: string };

const ROUND_TRIPS = 3;
const TRIES = 3;

/** A request that costs the target little; whatever it answers, it is there. */
export async function calibrate(target: Target, client: string, signal?: AbortSignal): Promise<Calibrated> {
  let roundTrip = 0;
  // The first one fetches a token and opens a connection on the way: it is no measure.
  for (let trip = 0; trip <= ROUND_TRIPS; trip++) {
    const took = await timeOf(target, client, signal);
    if (typeof took === 'string') return { ok: false, reason: took };
    if (trip > 0) roundTrip = Math.max(roundTrip, took);
  }
  return { ok: true, roundTrip };
}

/** The time of one request, or why there was none. */
async function timeOf(
  target: Target,
  client: string,
  signal: AbortSignal | undefined,
): Promise<number | string> {
  for (let tries = 1; ; tries++) {
    const { outcome, sentAt, answeredAt } = await target.request({ name: 'listDevices' }, { client });
    if (outcome.kind === 'reply') return answeredAt - sentAt;
    if (tries === TRIES || signal?.aborted) return outcome.detail;
    await target.clock.sleep(250 * tries, signal).catch(() => undefined);
  }
}

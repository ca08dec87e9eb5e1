// How long a round trip to the target takes: the margin of every verdict about time.
import { patiently } from './patiently.js';
import type { Target } from './target.js';

export interface Calibration {
  /** The median of a few round trips, in ms of the clock. */
  readonly roundTrip: number;
  readonly longest: number;
  /** How many round trips were measured; 0 when none of the requests was answered. */
  readonly samples: number;
}

const ROUND_TRIPS = 5;
const LONGEST_CALIBRATION = 20_000;

/** @param client an API client of the profile that may list its devices. */
export async function calibrate(target: Target, client: string, signal?: AbortSignal): Promise<Calibration> {
  const { clock } = target;
  const patience = { clock, until: clock.now() + LONGEST_CALIBRATION, signal };
  const list = () => patiently(() => target.request({ name: 'listDevices' }, { client }), patience);
  // The first one fetches a token and opens a connection on its way: it is no measure.
  await list();
  const trips: number[] = [];
  for (let trip = 0; trip < ROUND_TRIPS && !signal?.aborted; trip++) {
    const { sentAt, answeredAt, outcome } = await list();
    if (outcome.kind === 'broken') break;
    trips.push(answeredAt - sentAt);
  }
  const sorted = trips.toSorted((a, b) => a - b);
  return { roundTrip: sorted[sorted.length >> 1] ?? 0, longest: sorted.at(-1) ?? 0, samples: sorted.length };
}

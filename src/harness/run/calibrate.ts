// The first requests of a run: whether the target answers, and how long a round trip takes.
import { interferenceOf } from '../target/interference.js';
import { retry } from '../target/retry.js';
import type { Call } from '../target/call.js';
import type { Target } from '../target/target.js';
import { whatOf } from '../target/promises.js';

export type Calibrated =
  /** A long round trip: the longest but one of a few, in ms. */
  { readonly ok: true; readonly roundTrip: number } | { readonly ok: false; readonly reason: string };

/** On a slow line the first few must do. */
const LEAST_TRIPS = 5;
const MOST_TRIPS = 9;
const LONGEST_TIME = 1000;
const TRIES = 3;

/** Requests that cost the target little; whatever it answers, it is there. */
const CHEAP: readonly Call[] = [{ name: 'listDevices' }, { name: 'listProfiles' }, { name: 'createToken' }];

export async function calibrate(target: Target, client: string, signal?: AbortSignal): Promise<Calibrated> {
  // The first one fetches a token and opens a connection on the way: it is no measure.
  const call = cheapCall(target);
  const first = await timeOf(target, client, call, signal);
  if (typeof first === 'string') return { ok: false, reason: first };
  const startedAt = target.clock.now();
  const trips: number[] = [];
  while (
    trips.length < LEAST_TRIPS ||
    (trips.length < MOST_TRIPS && target.clock.now() - startedAt < LONGEST_TIME)
  ) {
    const took = await timeOf(target, client, call, signal);
    if (typeof took === 'string') return { ok: false, reason: took };
    trips.push(took);
  }
  // One that took longer than all others was held up by something else.
  return { ok: true, roundTrip: trips.toSorted((a, b) => a - b).at(-2) ?? first };
}

/** Whether the target still answers. */
export async function isThere(target: Target, client: string, signal?: AbortSignal): Promise<boolean> {
  return typeof (await timeOf(target, client, cheapCall(target), signal)) === 'number';
}

/** One that has been answered before in this run, where there is one: a single kind of request may never be. */
function cheapCall({ answers }: Target): Call {
  const known = CHEAP.find((call) => answers.hasSucceeded(whatOf(call, 'rest')?.what ?? ''));
  return known ?? { name: 'listDevices' };
}

/** The time of one request, or why there was none. */
async function timeOf(
  target: Target,
  client: string,
  call: Call,
  signal: AbortSignal | undefined,
): Promise<number | string> {
  const options = signal ? { client, signal } : { client };
  const { result } = await retry({
    clock: target.clock,
    limits: { tries: TRIES },
    signal,
    attempt: () => target.request(call, options),
    // Any reply will do, a refusal as well.
    hindranceOf: ({ outcome }) => (outcome.kind === 'broken' ? interferenceOf(outcome) : undefined),
  });
  const { outcome, sentAt, answeredAt } = result;
  return outcome.kind === 'reply' ? answeredAt - sentAt : outcome.detail;
}

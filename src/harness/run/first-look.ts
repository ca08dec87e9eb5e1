// The look at a target before a run: what it has found of the target, as a check of its own, whether the target answers, and
// how long a round trip takes.
import type { TraceRecord } from '../../trace/record.js';
import { judge } from '../judge/judge.js';
import type { Call } from '../target/call.js';
import type { LookBreach } from '../target/check/context.js';
import { interferenceOf } from '../target/interference.js';
import { whatOf } from '../target/promises.js';
import { retry } from '../target/retry.js';
import type { Target } from '../target/target.js';
import { breachOf, resultOfRun, type RunCheck, type CheckResult, type Finding } from '../verdict/verdict.js';

export interface FirstLook {
  readonly breaches: readonly LookBreach[];
  /** All that was sent and came before the run. */
  readonly records: readonly TraceRecord[];
  /** No API client has a token, so no check can ask for anything. */
  readonly tokenless: boolean;
}

const ID = 'target/first-look';
const CHECK: RunCheck = {
  id: ID,
  title: 'the target is as its profile says',
  about: 'Before the run, each API client asks for a token and for its devices, and each device is read.',
};

/** Undefined where nothing was found. @param at clock time in ms at which the run began. */
export function firstLookResult(
  { breaches, records }: FirstLook,
  { strict, at }: { readonly strict: boolean; readonly at: number },
): CheckResult | undefined {
  const judged = judge(records, { strict, dropped: 0 }).filter(
    ({ verdict }) => verdict === 'fail' || verdict === 'warn',
  );
  const own = breaches.map(({ rule, expected, actual }): Finding => ({
    rule,
    verdict: breachOf(rule, strict),
    where: 'the look before the run',
    expected,
    actual,
    exchanges: [],
  }));
  // What came in another form may have been seen to be a breach at once, or only by what came later.
  const known = new Set(judged.map(({ rule, expected }) => `${rule} ${expected}`));
  const findings = [...own.filter(({ rule, expected }) => !known.has(`${rule} ${expected}`)), ...judged];
  if (findings.length === 0) return undefined;
  return resultOfRun(CHECK, findings, { startedAt: records[0]?.at ?? at, endedAt: at, trace: records });
}

/** Why nothing was checked where no API client gets a token. */
export const TOKENLESS = `no API client gets a token; see ${ID}`;

// Whether the target answers, and how fast.

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

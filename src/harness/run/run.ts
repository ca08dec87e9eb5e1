// Runs a plan against a target, and returns what became of each check.
import { onAbort } from '../../kernel/on-abort.js';
import { createRandom } from '../../kernel/random.js';
import { calibrate, isThere } from './calibrate.js';
import { notRun } from '../verdict/not-run.js';
import type { Plan, PlannedCheck, SkippedCheck } from './plan.js';
import { leastTime } from './least-time.js';
import { mandatedWaits } from './mandated-waits.js';
import type { OnProgress } from './progress.js';
import type { RunOptions, SafetyPort } from './run-options.js';
import { runPlanned, type RunContext } from './run-planned.js';
import { createLiveness } from '../target/liveness.js';
import { createLeases } from '../target/leases.js';
import { createRefreshBook } from '../target/refresh-book.js';
import { watched } from './watched.js';
import { type Job, schedule } from './schedule.js';
import type { CheckResult, RunResult, LeastTime } from '../verdict/verdict.js';
import { waive, waiverProblems } from './waive.js';

export type { RunOptions } from './run-options.js';

/** Checks or programs at a time, where nothing else is said. */
export const DEFAULT_PARALLEL = 16;
const MANAGED = '$managed';

export async function runChecks(options: RunOptions): Promise<RunResult> {
  const { target, plan, safety, onProgress = () => undefined } = options;
  const { clock } = target;
  const startedAt = clock.now();
  onProgress({
    kind: 'run-started',
    at: startedAt,
    checks: plan.checks.length,
    skipped: plan.skipped.length,
  });
  const client = Object.keys(options.profile.clients)[0] ?? '';
  const calibrated = await calibrate(target, client, options.signal);
  if (!calibrated.ok) return { ...emptyResult(options, startedAt), unreachable: calibrated.reason };
  const { roundTrip } = calibrated;
  onProgress({ kind: 'calibrated', at: clock.now(), roundTrip });

  const run = await runAll(options, roundTrip, onProgress);
  onProgress({ kind: 'restoring', at: clock.now() });
  // Devices get their power and their network back first, or nothing else could be put back.
  const notUndone = (await options.stimuli?.undoAll(target)) ?? [];
  const notRestored = [...notUndone, ...(safety ? await safety.restore() : [])];
  const endedAt = clock.now();
  onProgress({ kind: 'run-ended', at: endedAt });
  return {
    ...emptyResult(options, startedAt),
    endedAt,
    checks: inPlanOrder(plan, run.results),
    notRestored,
    waiverProblems: waiverProblems(run.results, options.profile, endedAt),
    roundTrip,
    leastTime: leastTimeOf(options),
    ...(run.cutShort === undefined ? {} : { cutShort: run.cutShort }),
  };
}

interface Ran {
  readonly results: readonly CheckResult[];
  readonly cutShort: string | undefined;
}

async function runAll(options: RunOptions, roundTrip: number, onProgress: OnProgress): Promise<Ran> {
  const { target, profile, plan, seed, signal, parallel = DEFAULT_PARALLEL } = options;
  const { clock } = target;
  const gone = new AbortController();
  const stop = signal ? AbortSignal.any([signal, gone.signal]) : gone.signal;
  const random = createRandom(seed);
  const refreshes = createRefreshBook(lookedAt(options));
  const stillThere = async (): Promise<boolean> => {
    const answered = stop.aborted || (await answers(options, stop));
    if (!answered && !stop.aborted) gone.abort(new Error('the target no longer answers'));
    return answered;
  };
  const context: RunContext = {
    ...options,
    refreshes,
    liveness: createLiveness(clock, stillThere),
    ...(options.stimuli && { stimuli: watched(options.stimuli, options.safety) }),
    roundTrip,
    random,
    signal: stop,
    // Keys of two runs must never meet, also when their seeds are the same.
    runMark: `${Math.round(clock.now()).toString(36)}-${random.stream('run').token(4)}`,
    onProgress,
  };
  const results: CheckResult[] = plan.skipped.map((check) => skippedResult(check, clock.now()));
  let left = plan.checks.length;
  const finish = (result: CheckResult): void => {
    results.push(result);
    left--;
    onProgress({ kind: 'check-ended', at: clock.now(), result, left });
  };
  const jobs: (Job & { readonly check: PlannedCheck })[] = plan.checks.map((check) => ({
    id: check.id,
    check,
    // The device that may be managed is taken like any other: by one check at a time.
    devices: check.case.needs.management ? { ...check.devices, [MANAGED]: [MANAGED] } : check.devices,
    exclusive: check.case.needs.exclusive,
    waits: mandatedWaits(check.case),
    run: async (lease) => {
      const result = waive(await runPlanned(check, lease, context), options.profile);
      finish(result);
      if (result.verdict === 'inconclusive') await stillThere();
    },
  }));
  const early: Promise<void>[] = [];
  const never = await schedule(jobs, {
    clock,
    parallel,
    leases: createLeases({ clock, refreshes, devices: profile.devices }),
    signal: stop,
    onSpare: (device) => {
      const { deviceId } = profile.devices[device] ?? {};
      if (deviceId === undefined) return;
      early.push(restoreEarly(options.safety, deviceId, refreshes.restedAt(deviceId), stop));
    },
  });
  await Promise.all(early);
  const cutShort = cutShortReason(signal, gone.signal);
  for (const check of plan.checks.filter(({ id }) => never.some((job) => job.id === id)))
    finish(neverRun(check, clock.now(), cutShort ?? 'interrupted'));
  return { results, cutShort };
}

/** What comes to nothing, or is ended by the signal, is done when all checks have ended. */
async function restoreEarly(
  safety: SafetyPort | undefined,
  deviceId: string,
  restedAt: number,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const stop = onAbort(signal, () => ended.abort());
  await safety?.restoreEarly?.(deviceId, { restedAt, signal: ended.signal });
  stop();
}

/** Nobody has looked at a device that is not there. */
function lookedAt({ profile, refreshedAt }: RunOptions): readonly (readonly [string, number])[] {
  if (refreshedAt === undefined) return [];
  return Object.values(profile.devices).map(({ deviceId }) => [deviceId, refreshedAt]);
}

function leastTimeOf({ plan, profile, refreshedAt }: RunOptions): LeastTime {
  const { requestsPerSecond } = profile;
  return leastTime(plan.checks, { requestsPerSecond, looked: refreshedAt !== undefined });
}

async function answers({ target, profile }: RunOptions, signal: AbortSignal): Promise<boolean> {
  return isThere(target, Object.keys(profile.clients)[0] ?? '', signal);
}

function cutShortReason(signal: AbortSignal | undefined, gone: AbortSignal): string | undefined {
  if (gone.aborted) return 'the target no longer answers';
  return signal?.aborted ? 'interrupted' : undefined;
}

function emptyResult({ target, profile, seed }: RunOptions, startedAt: number): RunResult {
  return {
    target: profile.baseUrl,
    dialect: target.dialect.name,
    seed,
    startedAt,
    endedAt: target.clock.now(),
    checks: [],
    notRestored: [],
    roundTrip: 0,
  };
}

function skippedResult({ reason, ...check }: SkippedCheck, at: number): CheckResult {
  return notRun(check, 'skipped', reason, at);
}

function neverRun({ id, title, area, rules, place }: PlannedCheck, at: number, why: string): CheckResult {
  return notRun({ id, title, area, rules, place }, 'inconclusive', `not begun: ${why}`, at);
}

/** Reports read in the order of the plan, whatever ended first. */
function inPlanOrder({ checks, skipped }: Plan, results: readonly CheckResult[]): readonly CheckResult[] {
  const order = new Map(
    [...checks, ...skipped]
      .map(({ id }) => id)
      .toSorted()
      .map((id, at) => [id, at]),
  );
  return results.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

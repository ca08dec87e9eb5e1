// A run against a target that is open: one preparation, the checks of the plan, then random programs, one result.
import type { TargetProblem } from '../target/check/check-target.js';
import type { LeastTime, RunResult } from '../verdict/verdict.js';
import { calibrate, type Calibrated } from './calibrate.js';
import { leastTime } from './least-time.js';
import type { OpenTarget } from './open-target.js';
import { prepare } from './prepare.js';
import type { ProgramOptions } from './program-options.js';
import { runChecks } from './run-checks.js';
import { createRunContext, type RunContext } from './run-context.js';
import type { RunOptions } from './run-options.js';
import { runPrograms } from './run-programs.js';
import { waiverProblems } from './waive.js';

export interface TargetRunOptions extends Pick<
  RunOptions,
  'plan' | 'strict' | 'signal' | 'onProgress' | 'parallel'
> {
  readonly programs?: Omit<ProgramOptions, 'offers'>;
  /** Go on though profile or dialect do not fit. */
  readonly anyway?: boolean;
}

export type RunEnd =
  | { readonly ok: true; readonly result: RunResult }
  /** Nothing was checked: where profile or dialect do not fit the target. */
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

export async function run(
  open: OpenTarget,
  { anyway = false, programs, ...options }: TargetRunOptions,
): Promise<RunEnd> {
  const { profile, stimuli, seed } = open;
  const { signal } = options;
  const preparation = await prepare(open, { anyway, ...(signal && { signal }) });
  if (!preparation.ok) return preparation;
  const result = await runPrepared({
    ...options,
    ...preparation.prepared,
    profile,
    stimuli,
    seed,
    ...(programs && { programs: { ...programs, offers: stimuli.offers } }),
  });
  return { ok: true, result };
}

/** The run itself, once it is known that profile and dialect fit. */
export async function runPrepared(options: RunOptions): Promise<RunResult> {
  const { target, profile, plan, onProgress = () => undefined } = options;
  const { clock } = target;
  const startedAt = clock.now();
  onProgress({
    kind: 'run-started',
    at: startedAt,
    checks: plan.checks.length,
    skipped: plan.skipped.length,
  });
  const calibrated = await calibrateUnless(options);
  if (!calibrated.ok) return { ...emptyResult(options, startedAt), unreachable: calibrated.reason };
  const { roundTrip } = calibrated;
  onProgress({ kind: 'calibrated', at: clock.now(), roundTrip });

  const context = createRunContext(options, roundTrip, onProgress);
  const checks = await runChecks(plan, context);
  const cutShort = context.cutShort();
  // Programs find the devices as the run has found them.
  const notRestored = await putBack(context);
  const endedAt = clock.now();
  const last =
    cutShort === undefined && options.programs ? await closing(options.programs, context) : undefined;
  onProgress({ kind: 'run-ended', at: clock.now() });
  return {
    ...emptyResult(options, startedAt),
    endedAt,
    checks,
    notRestored,
    waiverProblems: waiverProblems(checks, profile, endedAt),
    roundTrip,
    leastTime: leastTimeOf(options),
    ...(cutShort === undefined ? {} : { cutShort }),
    ...(last && { ...last, checks: [...checks, ...last.checks] }),
  };
}

/** A target that was not there before is not asked again; a run that was ended goes on to say what has not begun. */
async function calibrateUnless({ target, profile, unreachable, signal }: RunOptions): Promise<Calibrated> {
  if (unreachable !== undefined) return { ok: false, reason: unreachable };
  const client = Object.keys(profile.clients)[0] ?? '';
  const calibrated = signal?.aborted ? undefined : await calibrate(target, client, signal);
  return calibrated === undefined || signal?.aborted ? { ok: true, roundTrip: 0 } : calibrated;
}

/** Random programs come last; a target that is gone, or a run that was ended, gets none. */
async function closing(
  programs: ProgramOptions,
  context: RunContext,
): Promise<Pick<RunResult, 'checks' | 'programs' | 'notRestored' | 'cutShort'>> {
  const ran = await runPrograms(programs, context);
  const notRestored = await putBack(context);
  const cutShort = context.cutShort();
  return { ...ran, notRestored, ...(cutShort === undefined ? {} : { cutShort }) };
}

/** What could not be put back, in words. */
async function putBack({ target, stimuli, safety, onProgress }: RunContext): Promise<readonly string[]> {
  onProgress({ kind: 'restoring', at: target.clock.now() });
  // Devices get their power and their network back first, or nothing else could be put back.
  const notUndone = (await stimuli?.undoAll(target)) ?? [];
  return [...notUndone, ...(safety ? await safety.restore() : [])];
}

function leastTimeOf({ plan, profile, refreshedAt }: RunOptions): LeastTime {
  const { requestsPerSecond } = profile;
  return leastTime(plan.checks, { requestsPerSecond, looked: refreshedAt !== undefined });
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

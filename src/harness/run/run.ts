// A run against a target that is open: one preparation, the checks of the plan, random programs, one result.
import { defined } from '../../kernel/defined.js';
import { restrictionWords } from '../profile/restriction.js';
import type { RestoreRecord } from '../restore/record.js';
import type { CheckResult, RunResult } from '../verdict/verdict.js';
import { baselineOutcome, baselineProblems, counted, waiverProblems } from './baseline.js';
import type { OpenTarget } from './open-target.js';
import type { RunEvidence } from './causes/cause.js';
import { withFirstCauses, withRevisions } from './causes/first-causes.js';
import { quietControl } from './quiet-control.js';
import { orGivenUp } from '../target/driver/within-patience.js';
import { permittedOffers } from './permitted-offers.js';
import { doubtOf, readAgain } from './causes/reading.js';
import { neverSeenIn } from './causes/relays.js';
import type { Plan } from './plan.js';
import { prepare, type Prepared, type Unprepared } from './prepare.js';
import type { ProgramOptions, RunInput } from './run-options.js';
import { putBackLeftovers } from './put-back-leftovers.js';
import { firstLookResult, TOKENLESS } from './first-look.js';
import { INTERRUPTED, lookedAtAgain, noChecks, runChecks } from './run-checks.js';
import { createRunContext, type RunContext } from './run-context.js';
import { type ProgramsRun, runPrograms } from './run-programs.js';
import { triedAlone } from './tried-alone.js';
import { leastTime } from './waits.js';
import { withoutOwnFaults } from '../witness/own-requests.js';
import { withWitnesses } from '../witness/witness.js';

/** What a run is given, but for what comes with its target. */
export interface TargetRunOptions extends Omit<
  RunInput,
  keyof Prepared | 'profile' | 'stimuli' | 'seed' | 'doubts' | 'programs'
> {
  readonly programs?: Omit<ProgramOptions, 'offers'>;
  /** Go on though profile or dialect do not fit. */
  readonly anyway?: boolean;
  /** What the plan has left out for time. */
  readonly leftOut?: RunResult['leftOut'] | undefined;
  /** What an earlier run has left: it is put back first. */
  readonly leftovers?: RestoreRecord | undefined;
  /** The record of what was changed stays stored: more is sent to the target, and the caller closes the book then. */
  readonly keepsRecord?: boolean;
}

export type RunEnd =
  | {
      readonly ok: true;
      readonly result: RunResult;
      /** Why it could not be stored what has to be put back, or that nothing has to be any more. */
      readonly unstored?: string;
    }
  /** Nothing was checked. */
  | Unprepared
  /** What an earlier run has left could not be put back, in words. */
  | { readonly ok: false; readonly kind: 'leftovers'; readonly left: readonly string[] };

export async function run(open: OpenTarget, options: TargetRunOptions): Promise<RunEnd> {
  const { anyway: _, programs, leftovers, leftOut: forTime, keepsRecord = false, ...others } = options;
  const { profile, stimuli, seed, book } = open;
  const { signal, ending, plan } = options;
  const startedAt = open.target.clock.now();
  // Checks are called by words that everybody may read: a secret made of such words hides none of them.
  open.secrets.open([...plan.checks, ...plan.skipped].flatMap(({ id, title }) => [id, title]));
  const nothing = { ...options, target: open.target, profile, seed };
  if (leftovers) {
    const put = await putBackLeftovers(open, leftovers, { signal: ending?.restored ?? signal });
    if (put.kind === 'unreachable')
      return { ok: true, result: { ...emptyResult(nothing, startedAt), unreachable: put.message } };
    if (put.left.length > 0) return { ok: false, kind: 'leftovers', left: put.left };
  }
  const preparation = await orGivenUp(prepare(open, options), ending?.hurry, undefined);
  if (!preparation) return { ok: true, result: interruptedEarly(nothing, startedAt) };
  if (!preparation.ok) return preparation;
  const result = await runPrepared({
    ...others,
    ...preparation.prepared,
    profile,
    stimuli,
    seed,
    doubts: open.doubts,
    ...(programs && { programs: { ...programs, offers: permittedOffers(open) } }),
  });
  const isOver = result.notRestored.length === 0 && !keepsRecord;
  const unclosed = isOver ? await book?.close() : undefined;
  const unstored = book?.failure ?? unclosed;
  const { restriction } = open.gate;
  const restricted = restriction && { option: `--${restriction}`, reason: restrictionWords(restriction) };
  const leftOut = forTime ?? restricted;
  return { ok: true, result: { ...result, ...defined({ leftOut }) }, ...defined({ unstored }) };
}

/** The run itself, once it is known that profile and dialect fit. */
export async function runPrepared(options: RunInput): Promise<RunResult> {
  const { target, profile, plan, programs, baseline, partial = false, strict = false } = options;
  const { firstLook, unreachable, roundTrip = 0, onProgress = () => undefined } = options;
  const { clock } = target;
  const startedAt = clock.now();
  const told = firstLook && firstLookResult(firstLook, { strict, at: startedAt });
  const judged = (check: CheckResult): CheckResult | undefined => counted(check, options);
  const before = [told && judged(told)].filter((each) => each !== undefined);
  onProgress({ kind: 'run-started', checks: plan.checks.length });
  if (firstLook?.tokenless && told) return tokenlessResult(options, startedAt, before);
  if (unreachable !== undefined) return { ...emptyResult(options, startedAt), unreachable };
  const context = createRunContext(options, roundTrip, onProgress);
  before.forEach(context.judged);
  const beside = programs?.apart || context.signal.aborted ? undefined : programs;
  const ran = await whatever(checksAndPrograms(plan, beside, context), context);
  const triedOnce = await whatever(triedAlone(ran.checks, plan, context), context);
  // What is seen in second looks is no evidence of how often something is so.
  const evidence = evidenceOf(triedOnce, context);
  const tried = await whatever(lookedAtAgain(triedOnce, plan, context), context);
  const lateBy = Math.round(context.lateness.worstSince(startedAt));
  context.lateness.stop();
  const cutShort = context.cutShort();
  const notRestored = await putBack(context);
  // Others may switch what this run must not.
  const advice = profile.shared ? [] : (context.safety?.changedBeside?.() ?? []);
  await quietControl(target, context.signal);
  const endedAt = ran.endedAt ?? clock.now();
  const last = cutShort === undefined && programs?.apart ? await closing(programs, context) : ran.programs;

  const found = [...before, ...tried, ...(last?.checks ?? [])];
  const doubt = doubtOf(options);
  // No timer of the run ends it: it is read by this machine.
  const read = doubt && (await clock.outside(readAgain(found, doubt, endedAt)));
  const causes = withFirstCauses(found, evidence, { strict, at: endedAt, read }, judged);
  const { checks: known, misread } = causes;
  const checks = withRevisions(known, ran.checks, onProgress)
    .map(withWitnesses)
    .map((check) => withoutOwnFaults(check, target.dialect));
  const ofPrograms = new Set(last?.checks.map(({ id }) => id));
  const ownChecks = checks.filter(({ id }) => !ofPrograms.has(id));
  const isPart = partial || cutShort !== undefined;
  const { requestsPerSecond } = profile;
  const looked = options.refreshedAt !== undefined;
  return {
    ...emptyResult(options, startedAt),
    endedAt,
    notRestored,
    waiverProblems: [
      ...waiverProblems(ownChecks, profile, { now: endedAt, isPart }),
      ...baselineProblems(checks, options, endedAt),
    ],
    roundTrip,
    leastTime: leastTime(plan.checks, { requestsPerSecond, looked }),
    ...dialectProblemsOf(target),
    ...(advice.length > 0 && { advice }),
    ...(lateBy === 0 ? {} : { lateBy }),
    ...(cutShort === undefined ? {} : { cutShort }),
    ...last,
    ...(ran.values && { values: ran.values }),
    ...(misread && { misread }),
    checks,
    ...(baseline && { baseline: baselineOutcome(checks, baseline) }),
  };
}

function evidenceOf(
  checks: readonly CheckResult[],
  { target, profile, shared = profile.shared ?? false }: RunContext,
): RunEvidence {
  return {
    undelivered: target.deliveries.undelivered(),
    unanswered: target.answers.unanswered(shared),
    heard: target.deliveries.topics(),
    neverSeen: neverSeenIn(checks.map(({ trace }) => trace)),
  };
}

interface Ran {
  readonly checks: readonly CheckResult[];
  readonly programs?: Omit<ProgramsRun, 'values'>;
  readonly values?: RunResult['values'];
  /** When the checks were over, where others went on; clock time in ms. */
  readonly endedAt?: number;
}

/** Programs on the target use devices that no check has, and what time checks leave them. */
async function checksAndPrograms(
  plan: Plan,
  programs: ProgramOptions | undefined,
  context: RunContext,
): Promise<Ran> {
  const { clock } = context.target;
  let endedAt: number | undefined;
  const running = runChecks(plan, context).finally(() => (endedAt = clock.now()));
  if (!programs) return { checks: await running };
  const beside = { isAtWork: () => endedAt === undefined, ended: running, broken: context.broken };
  const searching = runPrograms(programs, context, beside);
  // Nothing may still be at work when one of them has thrown.
  await Promise.allSettled([running, searching]);
  const checks = await running;
  const { values, ...found } = await searching;
  for (const { trace } of checks) values?.see(trace);
  return defined({ checks, programs: found, values: values?.read(), endedAt });
}

/** Programs that do not run on the target come last; a run that was ended gets none. */
async function closing(
  programs: ProgramOptions,
  context: RunContext,
): Promise<Pick<RunResult, 'checks' | 'programs' | 'notRestored' | 'cutShort'>> {
  // On simulators of their own, with clocks of their own.
  const ran = await whatever(context.target.clock.outside(runPrograms(programs, context)), context);
  const notRestored = await putBack(context);
  const cutShort = context.cutShort();
  return { ...ran, notRestored, ...(cutShort === undefined ? {} : { cutShort }) };
}

/** A bug of ours must not leave a relay on. */
async function whatever<T>(work: Promise<T>, context: RunContext): Promise<T> {
  try {
    return await work;
  } catch (error) {
    context.lateness.stop();
    await putBack(context);
    throw error;
  }
}

/** What could not be put back, in words. */
async function putBack(context: RunContext): Promise<readonly string[]> {
  const { target, restoring = target, stimuli, safety, ending, onProgress } = context;
  onProgress({ kind: 'restoring' });
  // Devices get their power and their network back first, or nothing else could be put back.
  const notUndone = (await stimuli?.undoAll(restoring, ending?.undone)) ?? [];
  return [...notUndone, ...(safety ? await safety.restore(ending?.restored) : [])];
}

/** What was told as a problem before the run is not told again: then there is no run. */
function dialectProblemsOf({ misfits, dialect }: RunInput['target']): Pick<RunResult, 'dialectProblems'> {
  const problems = misfits.ofDialect().map(({ form, mismatch }) => {
    const { pointer, expected, actual, declaredAt, optional } = mismatch;
    const left = optional ? '; the field was left out' : '; what depends on it could not be decided';
    return `${form} at ${pointer || 'the frame'}: expected ${expected}, got ${actual} (dialect "${dialect.name}", ${declaredAt})${left}`;
  });
  return problems.length === 0 ? {} : { dialectProblems: problems };
}

/** Nobody can ask for anything: each check would only find that out again. */
function tokenlessResult(options: RunInput, startedAt: number, before: readonly CheckResult[]): RunResult {
  const at = options.target.clock.now();
  return {
    ...emptyResult(options, startedAt),
    checks: [...before, ...noChecks(options.plan, at, 'skipped', TOKENLESS)],
  };
}

/** It was interrupted before the first check. */
function interruptedEarly(options: Ground, startedAt: number): RunResult {
  const at = options.target.clock.now();
  return {
    ...emptyResult(options, startedAt),
    checks: noChecks(options.plan, at, 'inconclusive', `not begun: ${INTERRUPTED}`),
    cutShort: 'interrupted',
  };
}

type Ground = Pick<RunInput, 'target' | 'profile' | 'seed' | 'plan' | 'shard' | 'ruleSet'>;

function emptyResult({ target, profile, seed, shard, ruleSet }: Ground, startedAt: number): RunResult {
  return {
    target: profile.baseUrl,
    dialect: target.dialect.name,
    seed,
    startedAt,
    endedAt: target.clock.now(),
    checks: [],
    notRestored: [],
    roundTrip: 0,
    ...(shard && { shard }),
    ...(ruleSet && { revision: ruleSet.id }),
  };
}

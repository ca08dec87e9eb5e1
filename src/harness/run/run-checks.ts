// The checks of a run: each as soon as the devices that it needs are free, and as many at a time as fit.
import { formatDuration } from '../../kernel/duration.js';
import { type CheckResult, type Finding, notRun, withFindings } from '../verdict/verdict.js';
import { counted } from './baseline.js';
import { orGivenUp } from '../target/driver/within-patience.js';
import type { Plan, PlannedCheck } from './plan.js';
import { MANAGED, type RunContext } from './run-context.js';
import { runPlanned } from './run-planned.js';
import { createScheduler } from './scheduler.js';
import { mandatedWaits } from './waits.js';

/** What became of each check of the plan, in the order of their ids. */
export async function runChecks(plan: Plan, context: RunContext): Promise<readonly CheckResult[]> {
  const { target, profile, safety, signal, scheduler, onProgress } = context;
  const { clock } = target;
  // A plan has no check of which no rule is in force.
  const told = (result: CheckResult): CheckResult => counted(result, context) ?? result;
  const results = plan.skipped.map((check) => told(notRun(check, 'skipped', check.reason, clock.now())));
  let left = plan.checks.length;
  let over = false;
  const begun = new Set<string>();
  const finish = (result: CheckResult): void => {
    if (over) return;
    results.push(result);
    left--;
    onProgress({ kind: 'check-ended', result, left });
  };
  const runOne = async (check: PlannedCheck): Promise<void> => {
    const { needs } = check.case;
    const held = await scheduler.lease({
      // The device that may be managed is taken like any other: by one check at a time.
      devices: needs.management ? { ...check.devices, [MANAGED]: [MANAGED] } : check.devices,
      exclusive: needs.exclusive,
      clients: Object.values(check.clients),
      apart: needs.apart,
      waits: mandatedWaits(check.case),
    });
    if (!held) return;
    begun.add(check.id);
    const seen = await runPlanned(check, held.lease, context);
    const ended = told(seen);
    // A check that was broken off says by what.
    const result =
      ended.reason === INTERRUPTED ? { ...ended, reason: context.cutShort() ?? INTERRUPTED } : ended;
    context.judged(result);
    const ids = Object.values(held.lease).flatMap((device) => profile.devices[device]?.deviceId ?? []);
    // The next check must not meet what this one has set.
    if (!signal.aborted) await safety?.handOver?.(ids, signal);
    finish(result);
    if (result.verdict === 'inconclusive') await context.stillThere();
    held.giveBack();
  };
  await orGivenUp(Promise.all(plan.checks.map(runOne)), context.ending?.hurry, undefined);
  const why = context.cutShort() ?? INTERRUPTED;
  const ended = new Set(results.map(({ id }) => id));
  for (const check of plan.checks.filter(({ id }) => !ended.has(id)))
    finish(
      told(
        notRun(
          check,
          'inconclusive',
          `${begun.has(check.id) ? 'broken off' : 'not begun'}: ${why}`,
          clock.now(),
        ),
      ),
    );
  over = true;
  return inPlanOrder(plan, results);
}

/** Once more, one at a time, and nobody is told of what becomes of each. @param how `mark` is for this time: the same checks draw the same keys. */
export async function runAlone(
  checks: readonly PlannedCheck[],
  { mark, ...how }: Partial<RunContext> & { readonly mark: string },
  context: RunContext,
): Promise<readonly CheckResult[]> {
  const { target, leases, signal, runMark, onProgress } = context;
  if (checks.length === 0 || signal.aborted) return [];
  onProgress({ kind: 'again', checks: checks.length });
  const scheduler = createScheduler({ clock: target.clock, parallel: 1, leases, signal });
  const silent = { onProgress: (): void => undefined, runMark: `${runMark}-${mark}` };
  return runChecks({ checks, skipped: [] }, { ...context, scheduler, ...silent, ...how });
}

/** What becomes of a plan whose checks were never begun. @param why in words. */
export function noChecks(
  plan: Plan,
  at: number,
  verdict: 'skipped' | 'inconclusive',
  why: string,
): readonly CheckResult[] {
  const left = plan.skipped.map((check) => notRun(check, 'skipped', check.reason, at));
  return inPlanOrder(plan, [...left, ...plan.checks.map((check) => notRun(check, verdict, why, at))]);
}

export const INTERRUPTED = 'interrupted';

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

// Breaches are looked at again by themselves, when all else has ended and the devices have rested: how often each shows
// tells whoever reads of it how sure it is.

/** How often, where it shows each time; once more where it does not. */
const LOOKS = 2;

/** In ms of the run's clock: what all second looks of a run may take, by what the first ones have taken. */
export const SECOND_LOOKS_TIME = 60_000;

/** The results, with how often the breaches that were looked at again have shown. */
export async function lookedAtAgain(
  results: readonly CheckResult[],
  { checks }: Plan,
  context: RunContext,
): Promise<readonly CheckResult[]> {
  const { secondLooks, signal } = context;
  if (secondLooks === undefined || signal.aborted) return results;
  const chosen = chosenOf(results, checks, secondLooks);
  if (chosen.length === 0) return results;
  const seen = new Map<string, CheckResult[]>();
  for (let look = 1; look <= LOOKS + 1; look++) {
    const due = chosen.filter(({ id }) => look <= LOOKS || !showsEachTime(results, seen, id));
    const how = { mark: `again${look}`, attempts: 1, judged: () => undefined };
    for (const again of await runAlone(due, how, context))
      seen.set(again.id, [...(seen.get(again.id) ?? []), again]);
  }
  return results.map((result) => {
    const again = (seen.get(result.id) ?? []).filter(({ verdict }) => !CAME_TO_NOTHING.has(verdict));
    return again.length === 0 ? result : weighed(result, again);
  });
}

const CAME_TO_NOTHING: ReadonlySet<CheckResult['verdict']> = new Set(['inconclusive', 'skipped', 'error']);

const isFail = ({ verdict }: Finding): boolean => verdict === 'fail';

/**
 * The shortest check of each broken rule that was found so at once, and one that is about it before others. Those of
 * several attempts have been looked at often enough.
 */
function chosenOf(
  results: readonly CheckResult[],
  planned: readonly PlannedCheck[],
  time: number,
): readonly PlannedCheck[] {
  const told = new Set<string>();
  let left = time;
  const took = ({ startedAt, endedAt }: CheckResult): number => endedAt - startedAt;
  const isAside = ({ rules, findings }: CheckResult): boolean =>
    !findings.some((finding) => isFail(finding) && rules.includes(finding.rule));
  return results
    .filter(({ verdict, attempts }) => verdict === 'fail' && attempts === 1)
    .toSorted((a, b) => Number(isAside(a)) - Number(isAside(b)) || took(a) - took(b))
    .flatMap((result) => {
      const check = planned.find(({ id }) => id === result.id);
      const broken = result.findings.filter(isFail).map(({ rule }) => rule);
      const rules = isAside(result) ? broken : broken.filter((rule) => result.rules.includes(rule));
      const isNew = rules.some((rule) => !told.has(rule));
      const needs = took(result) * (LOOKS + 1);
      if (!check || !isNew || !isSafe(check) || needs > left) return [];
      left -= needs;
      for (const rule of rules) told.add(rule);
      return [check];
    });
}

/** Devices are neither added nor removed for it, and nothing is done to them from outside. */
function isSafe({ case: { needs } }: PlannedCheck): boolean {
  return !needs.management && needs.stimuli.length === 0;
}

/** Whether a breach of the rule was found, whatever is made of it. */
function shows({ findings }: CheckResult, { rule }: Finding): boolean {
  return findings.some(
    (each) => each.rule === rule && each.verdict !== 'pass' && each.verdict !== 'inconclusive',
  );
}

function showsEachTime(
  results: readonly CheckResult[],
  seen: ReadonlyMap<string, readonly CheckResult[]>,
  id: string,
): boolean {
  const found = results.find((each) => each.id === id)?.findings.filter(isFail) ?? [];
  return found.every((finding) => (seen.get(id) ?? []).every((again) => shows(again, finding)));
}

/** What a trace proves stays proven; what rests on a wait or on a count may have been a coincidence. */
function weighed(result: CheckResult, again: readonly CheckResult[]): CheckResult {
  const changed = withFindings(result, (finding) => {
    if (!isFail(finding)) return finding;
    const stands = { seen: 1 + again.filter((each) => shows(each, finding)).length, of: 1 + again.length };
    const isDoubtful =
      stands.seen < stands.of && (finding.silence !== undefined || finding.where === COUNTING);
    return { ...finding, stands, ...(isDoubtful && { verdict: 'inconclusive' }) };
  });
  if (changed.findings.some(isFail)) return changed;
  const doubtful = changed.findings.find(({ stands }) => stands && stands.seen < stands.of);
  return doubtful ? { ...changed, reason: doubtWords(doubtful) } : changed;
}

const COUNTING = 'invariant executions';

function doubtWords({ rule, actual, silence, stands }: Finding): string {
  const wait = formatDuration(Math.round((silence?.to ?? 0) - (silence?.from ?? 0)));
  const basis = silence ? `a wait of ${wait}` : 'a count';
  return `${rule}: ${actual}; it was so in ${stands?.seen} of ${stands?.of} looks, and rests on ${basis}`;
}

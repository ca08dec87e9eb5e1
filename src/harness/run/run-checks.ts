// The checks of a run: each as soon as the devices that it needs are free, and as many at a time as fit.
import { notRun, type CheckResult } from '../verdict/verdict.js';
import { withKnown, waive } from './baseline.js';
import { mandatedWaits } from './waits.js';
import { orAbandoned } from './deadline.js';
import type { Plan, PlannedCheck, SkippedCheck } from './plan.js';
import { MANAGED, type RunContext } from './run-context.js';
import { runPlanned } from './run-planned.js';
import type { Job } from './scheduler.js';

/** What became of each check of the plan, in the order of their ids. */
export async function runChecks(plan: Plan, context: RunContext): Promise<readonly CheckResult[]> {
  const { target, profile, scheduler, baseline, onProgress } = context;
  const { clock } = target;
  const results: CheckResult[] = plan.skipped.map((check) => skippedResult(check, clock.now()));
  let left = plan.checks.length;
  let over = false;
  const begun = new Set<string>();
  const finish = (result: CheckResult): void => {
    if (over) return;
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
    clients: Object.values(check.clients),
    apart: check.case.needs.apart,
    waits: mandatedWaits(check.case),
    run: async (lease) => {
      begun.add(check.id);
      const seen = await runPlanned(check, lease, context);
      const result = withKnown(named(waive(seen, profile), context), baseline);
      context.judged(result);
      await handOver(lease, context);
      finish(result);
      if (result.verdict === 'inconclusive') await context.stillThere();
    },
  }));
  await orAbandoned(scheduler.run(jobs), context.ending?.hurry);
  const why = context.cutShort() ?? INTERRUPTED;
  const ended = new Set(results.map(({ id }) => id));
  for (const check of plan.checks.filter(({ id }) => !ended.has(id)))
    finish(notEnded(check, clock.now(), `${begun.has(check.id) ? 'broken off' : 'not begun'}: ${why}`));
  over = true;
  return inPlanOrder(plan, results);
}

/** The next check must not meet what this one has set. */
async function handOver(
  lease: Readonly<Record<string, string>>,
  { profile, safety, signal }: RunContext,
): Promise<void> {
  const ids = Object.values(lease).flatMap((device) => profile.devices[device]?.deviceId ?? []);
  if (!signal.aborted) await safety?.handOver?.(ids, signal);
}

/** What becomes of a plan whose checks were never begun. @param why in words. */
export function noChecks(
  plan: Plan,
  at: number,
  verdict: 'skipped' | 'inconclusive',
  why: string,
): readonly CheckResult[] {
  const never = plan.checks.map(({ id, title, area, rules, place }) =>
    notRun({ id, title, area, rules, place }, verdict, why, at),
  );
  return inPlanOrder(plan, [...plan.skipped.map((check) => skippedResult(check, at)), ...never]);
}

/** A check that was broken off says by what. */
function named(result: CheckResult, { cutShort }: RunContext): CheckResult {
  return result.reason === INTERRUPTED ? { ...result, reason: cutShort() ?? INTERRUPTED } : result;
}

export const INTERRUPTED = 'interrupted';

function skippedResult({ reason, ...check }: SkippedCheck, at: number): CheckResult {
  return notRun(check, 'skipped', reason, at);
}

function notEnded({ id, title, area, rules, place }: PlannedCheck, at: number, why: string): CheckResult {
  return notRun({ id, title, area, rules, place }, 'inconclusive', why, at);
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

// The part of a plan that fits into a time: what decides most in it comes first, and what is left out says so.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Plan, PlannedCheck } from './plan.js';
import { certainWaits, leastTime, type LeastTimeOptions, mandatedWaits } from './waits.js';

/** Of the time, what checks may need by their waits alone: replies, looks before and after, and tries again take theirs. */
const FOR_WAITS = 0.6;
/** What a check takes beside its waits, about; in ms. */
const OVERHEAD = 500;

/** @param time in ms of the run's clock. @param reason stands in each check that is left out. */
export function planWithin(plan: Plan, time: number, reason: string, options: LeastTimeOptions = {}): Plan {
  const taken: PlannedCheck[] = [];
  const left: PlannedCheck[] = [];
  for (const check of byWorth(plan.checks)) {
    const all = [...taken, check];
    const fits = leastTime(all, options).time + mayWaitAlone(all) <= time * FOR_WAITS;
    (fits ? taken : left).push(check);
  }
  const kept = new Set(taken);
  return {
    checks: plan.checks.filter((check) => kept.has(check)),
    skipped: [
      ...plan.skipped,
      ...left.map(({ id, area, title, rules, place }) => ({ id, area, title, rules, place, reason })),
    ],
  };
}

/** How much longer those that run alone may take than they must: all others wait meanwhile. */
function mayWaitAlone(checks: readonly PlannedCheck[]): number {
  const alone = checks.filter((each) => each.case.needs.exclusive).map((each) => each.case);
  return alone.reduce((total, each) => total + mandatedWaits(each).span - certainWaits(each).span, 0);
}

/** Those first that decide most rules which none before has decided, for the time that they take. */
function byWorth(checks: readonly PlannedCheck[]): readonly PlannedCheck[] {
  const costs = new Map(checks.map((check) => [check, OVERHEAD + mandatedWaits(check.case).span]));
  const costOf = (check: PlannedCheck): number => costs.get(check) ?? OVERHEAD;
  const decided = new Map<RuleId, number>();
  const worth = (check: PlannedCheck): number =>
    check.rules.reduce((sum, rule) => sum + 1 / (1 + (decided.get(rule) ?? 0)) ** 2, 0) / costOf(check);
  const waiting = [...checks];
  const sorted: PlannedCheck[] = [];
  while (waiting.length > 0) {
    const best = waiting.reduce((most, each) => (worth(each) > worth(most) ? each : most));
    waiting.splice(waiting.indexOf(best), 1);
    sorted.push(best);
    for (const rule of best.rules) decided.set(rule, (decided.get(rule) ?? 0) + 1);
  }
  return sorted;
}

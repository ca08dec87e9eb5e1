// Checks of events that never came, once more and one at a time, when all others have ended: what others change may have
// closed their connections.
import { NO_CHANCE } from '../target/deliveries.js';
import type { CheckResult } from '../verdict/verdict.js';
import type { Plan } from './plan.js';
import { runChecks } from './run-checks.js';
import type { RunContext } from './run-context.js';
import { createScheduler } from './scheduler.js';

/** More than usual: the first one may find a relay as the check has left it, and then what prepares is a change, too. */
const ATTEMPTS = 5;

/** The results, those of the checks that were tried again in place of the first ones. */
export async function triedAlone(
  results: readonly CheckResult[],
  { checks }: Plan,
  context: RunContext,
): Promise<readonly CheckResult[]> {
  const { signal } = context;
  const { deliveries } = context.target;
  const certain = deliveries.undelivered().flatMap(({ rule, chance }) => (chance <= NO_CHANCE ? [rule] : []));
  const doubtful = deliveries.neverCame();
  if (doubtful.every((rule) => certain.includes(rule))) return results;
  // One check of each kind shows whether such an event comes at all.
  const chosen = doubtful.flatMap(
    (rule) => results.find((each) => each.verdict === 'inconclusive' && each.rules.includes(rule)) ?? [],
  );
  const ids = new Set(chosen.map(({ id }) => id));
  if (ids.size === 0 || signal.aborted) return results;
  deliveries.startOver();
  const plan = { checks: checks.filter(({ id }) => ids.has(id)), skipped: [] };
  const again = await runChecks(plan, {
    ...context,
    scheduler: createScheduler({ clock: context.target.clock, parallel: 1, leases: context.leases, signal }),
    attempts: ATTEMPTS,
    // The same checks draw the same keys.
    runMark: `${context.runMark}-alone`,
    onProgress: () => undefined,
  });
  const byId = new Map(again.map((each) => [each.id, each]));
  return results.map((each) => byId.get(each.id) ?? each);
}

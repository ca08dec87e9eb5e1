// Checks that are tried once more and one at a time, when all others have ended: those of events that never came, for what
// others change may have closed their connections, those that were refused with 429 or lost their connection each time, and
// those that this machine was too late for.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { formatDuration } from '../../kernel/duration.js';
import { NO_CHANCE } from '../target/deliveries.js';
import type { CheckResult } from '../verdict/verdict.js';
import type { Plan } from './plan.js';
import { INTERRUPTED, runAlone } from './run-checks.js';
import type { RunContext } from './run-context.js';

/** More than usual: the first one may find a relay as the check has left it, and then what prepares is a change, too. */
const ATTEMPTS = 5;
/** In ms of the run's clock: as long as the checks have taken, and no less. What has not ended by then keeps its first result. */
const LEAST_TIME = 60_000;

/** The results, those of the checks that were tried again in place of the first ones. */
export async function triedAlone(
  results: readonly CheckResult[],
  { checks }: Plan,
  context: RunContext,
): Promise<readonly CheckResult[]> {
  const { signal } = context;
  const { deliveries } = context.target;
  const unheard = neverHeard(results, context);
  const ids = new Set(
    [...unheard, ...results.filter(isLate), ...spoiledEachTime(results)].map(({ id }) => id),
  );
  if (ids.size === 0 || signal.aborted) return results;
  if (unheard.length > 0) deliveries.startOver();
  const due = checks.filter(({ id }) => ids.has(id));
  const over = new AbortController();
  const { clock } = context.target;
  const taken = clock.now() - Math.min(...results.map(({ startedAt }) => startedAt));
  const timer = clock.setTimer('checks tried alone', Math.max(LEAST_TIME, taken), () => over.abort());
  const how = { mark: 'alone', attempts: ATTEMPTS, signal: AbortSignal.any([signal, over.signal]) };
  const again = await runAlone(due, how, context);
  timer.cancel();
  const ended = again.filter(({ reason = '' }) => !over.signal.aborted || !reason.endsWith(INTERRUPTED));
  const byId = new Map(ended.map((each) => [each.id, withLateness(each, ', also with one check at a time')]));
  return results.map((each) => byId.get(each.id) ?? withLateness(each, ''));
}

/** One check of each kind of event that never came shows whether such an event comes at all. */
function neverHeard(results: readonly CheckResult[], { target: { deliveries } }: RunContext): CheckResult[] {
  const certain = deliveries.undelivered().flatMap(({ rule, chance }) => (chance <= NO_CHANCE ? [rule] : []));
  const doubtful = deliveries.neverCame();
  if (doubtful.every((rule) => certain.includes(rule))) return [];
  return doubtful.flatMap(
    (rule) => results.find((each) => each.verdict === 'inconclusive' && each.rules.includes(rule)) ?? [],
  );
}

/** They take their time: a server that refuses or closes much is not tried for long. */
const MOST_SPOILED = 8;

/**
 * Checks of which each attempt met a 429 or a broken connection, and that nothing has failed for, first those of rules that
 * nothing has decided: where several devices share one budget, or one frame closes all connections, other checks are what
 * has spoiled it, and alone the check can tell.
 */
function spoiledEachTime(results: readonly CheckResult[]): readonly CheckResult[] {
  const rulesOf = (verdicts: readonly CheckResult['verdict'][]): ReadonlySet<RuleId> =>
    new Set(results.filter(({ verdict }) => verdicts.includes(verdict)).flatMap(({ rules }) => rules));
  const broken = rulesOf(['fail']);
  const held = rulesOf(['pass']);
  const isOpen = ({ rules }: CheckResult): boolean => rules.some((rule) => !held.has(rule));
  return results
    .filter(
      ({ verdict, attempts, reason = '', rules }) =>
        verdict === 'inconclusive' &&
        attempts > 1 &&
        /RATE_LIMITED|a broken connection/.test(reason) &&
        rules.some((rule) => !broken.has(rule)),
    )
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
    .slice(0, MOST_SPOILED);
}

function isLate({ verdict, lateBy }: CheckResult): boolean {
  return verdict === 'inconclusive' && lateBy !== undefined;
}

/** Of a check that came to nothing by itself, too, it is told apart whether the machine or the target was too slow. */
function withLateness(check: CheckResult, when: string): CheckResult {
  const { lateBy, reason } = check;
  if (!isLate(check) || lateBy === undefined) return check;
  const slow = `this machine was too slow${when}: it was late by up to ${formatDuration(lateBy)}`;
  return { ...check, reason: reason === undefined ? slow : `${reason}; ${slow}` };
}

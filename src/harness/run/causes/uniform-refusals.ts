// Each refusal over REST has one status, whatever it is for: no caller can tell one from another by it.
import { SUCCESS } from '../../../contract/error-codes.js';
import { type RuleId, RULES } from '../../../contract/rules/catalogue.js';
import type { CheckResult, Finding } from '../../verdict/verdict.js';
import { type RequestAndReply, answeredInAll, restsOnOneOf } from './exchanges.js';
import { isBreach, isOfStep, LEAST_TIMES, type WideCause } from './wide-cause.js';

/** Rules that have to be found broken by it: one or two may each have a reason of their own. */
const LEAST_RULES = 3;

export function uniformRefusals(results: readonly CheckResult[]): WideCause | undefined {
  const refusals = answeredInAll(results).filter(isRefusal);
  const statuses = new Set(refusals.map(({ reply }) => reply.status));
  const kinds = new Set(refusals.map(({ request }) => request.what));
  const [status] = statuses;
  if (statuses.size !== 1 || refusals.length < LEAST_TIMES || kinds.size < LEAST_RULES) return undefined;
  const { rests } = restsOnOneOf(isRefusal);
  const broken = new Set<RuleId>();
  for (const result of results)
    for (const finding of result.findings)
      if (isBreach(finding) && rests(finding, result)) broken.add(finding.rule);
  const rule = RULES.find(({ id, basis }) => basis === 'stated' && broken.has(id))?.id;
  if (rule === undefined || broken.size < LEAST_RULES) return undefined;
  const codes = [...new Set(refusals.map(({ reply }) => reply.code))];
  const told = codes.slice(0, 4).join(', ');
  return {
    rule,
    where: 'all refusals of the run',
    expected: 'a status for each kind of refusal, as the interface has them',
    actual: `status ${status} in each of ${refusals.length} refusals of ${kinds.size} kinds of requests (${told})`,
    never: `each refusal over REST has the status ${status}`,
    rests: (finding, result) =>
      (isOfStep(finding) || finding.rule !== rule) &&
      ((isForErrors(finding, result) && codes.every((code) => code === FAILED)) || rests(finding, result)),
  };
}

const FAILED = 'INTERNAL_ERROR';

/** A kind of request that came to nothing but server errors may have been refused by right each time. */
function isForErrors({ actual }: Finding, { ofRun }: CheckResult): boolean {
  return ofRun === true && actual.startsWith('answered with a server error') && actual.includes(FAILED);
}

/** In words of its own, whatever the status says. */
function isRefusal({ reply: { channel, code, status } }: RequestAndReply): boolean {
  return channel === 'rest' && status !== undefined && code !== undefined && code !== SUCCESS;
}

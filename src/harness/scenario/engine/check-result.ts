// What reports are told of a check: findings of the attempt that decided, for each rule that it speaks of.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { breachOf } from '../../verdict/breach.js';
import type { Finding } from '../../verdict/verdict.js';
import type { Decision } from './policy.js';
import type { StepObservation } from './observation.js';
import { isProhibition } from './prohibitions.js';

export interface Deciding {
  readonly decision: Decision;
  readonly attempts: number;
  readonly strict: boolean;
  /** Devices that never came back. */
  readonly lost: readonly string[];
}

/** One finding for each rule that an observation speaks of. */
export function findingsOf(observations: readonly StepObservation[], deciding: Deciding): Finding[] {
  return observations.flatMap((observation) =>
    observation.rules.map((rule) => ({
      rule,
      verdict: verdictOf(rule, observation, deciding),
      where: observation.where,
      expected: observation.expected,
      actual: actualOf(observation, deciding),
      exchanges: observation.exchanges,
    })),
  );
}

function verdictOf(
  rule: RuleId,
  { result }: StepObservation,
  { decision, strict }: Deciding,
): Finding['verdict'] {
  if (result === 'held') return 'pass';
  if (result === 'spoiled' && isProhibition(rule)) return 'inconclusive';
  return decision.kind === 'fail' ? breachOf(rule, strict) : 'inconclusive';
}

/** A single refusal proves nothing: where one counts, the reader must see that it was not the only one. */
function actualOf(
  { actual, result, confirm }: StepObservation,
  { decision, attempts, lost }: Deciding,
): string {
  if (decision.kind === 'fail' && lost.length > 0 && result !== 'held')
    return `${actual}; ${lost.join(', ')} never came back, though all was put back`;
  const stood = decision.kind === 'fail' && (result === 'spoiled' || (result === 'deviated' && confirm));
  return stood ? `${actual}, in each of ${attempts} attempts` : actual;
}

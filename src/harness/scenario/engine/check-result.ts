// What reports are told of a check: findings of the attempt that decided, and those of the judge.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { breachOf } from '../../breach.js';
import { type Finding, type Verdict, VERDICTS } from '../../verdict.js';
import type { Decision } from './policy.js';
import type { Observation } from './stage.js';

/** One finding for each rule that an observation speaks of. */
export function findingsOf(
  observations: readonly Observation[],
  strict: boolean,
  decision: Decision,
): Finding[] {
  return observations.flatMap(({ where, rules, result, expected, actual, exchanges }) =>
    rules.map((rule) => ({
      rule,
      verdict: verdictOf(rule, result, strict, decision),
      where,
      expected,
      actual,
      exchanges,
    })),
  );
}

export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  return verdicts.toSorted((a, b) => VERDICTS.indexOf(b) - VERDICTS.indexOf(a))[0];
}

function verdictOf(
  rule: RuleId,
  result: Observation['result'],
  strict: boolean,
  decision: Decision,
): Finding['verdict'] {
  if (result === 'held') return 'pass';
  return decision.kind === 'fail' ? breachOf(rule, strict) : 'inconclusive';
}

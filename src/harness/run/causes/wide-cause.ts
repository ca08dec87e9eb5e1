// A fault of the target that shows in much of a run: which rule it breaks, and what rests on it.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { CheckResult, Finding } from '../../verdict/verdict.js';

export interface WideCause {
  /** A stated one, so that a run in which it is found is red. */
  readonly rule: RuleId;
  /** Over what it was seen, in words. */
  readonly where: string;
  readonly expected: string;
  readonly actual: string;
  /** In a few words, for the checks that could not get that far. */
  readonly never: string;
  /** Whether a finding that is a breach would not be one without the fault. */
  rests(finding: Finding, result: CheckResult): boolean;
}

/** How often a thing has to be so, and never otherwise, to be one fault. */
export const LEAST_TIMES = 8;

export function isBreach({ verdict }: Finding): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** It was found by a step of a check: its place is a line of a scenario. Others are found by invariants. */
export function isOfStep({ where }: Finding): boolean {
  return where.startsWith('line ');
}

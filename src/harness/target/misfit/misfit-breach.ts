// Something of a target that is not in the form of its dialect, and is the target's fault.
import type { RuleId } from '../../../contract/rules/catalogue.js';

/** A place that breaks a rule, in words. */
export interface MisfitBreach {
  readonly rule: RuleId;
  readonly expected: string;
  readonly actual: string;
}

import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Invariant } from './invariant.js';
export declare const INVARIANTS: readonly Invariant[];
/** The rules that are judged in every trace: a scenario may cite them without a step of its own. */
export declare const JUDGED_RULES: ReadonlySet<RuleId>;

// What the trials show, as data: which check caught which defect, and what became of the variants.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { TrialKind } from './trial.js';

export interface DefectRow {
  readonly id: string;
  readonly rule: RuleId;
  readonly summary: string;
  /** Checks that found a breach of this very rule, by their ids. */
  readonly killers: readonly string[];
  /** Other rules of which a breach was found. */
  readonly alsoBroken: readonly RuleId[];
  /** Checks that went red without a breach of this rule. */
  readonly alsoRed: readonly string[];
  /** Only random programs can catch it; undefined where a scenario has to. */
  readonly forPrograms?: true;
  readonly bugs: readonly string[];
}

/** A service that is right: none of its checks may go red. */
export interface RightRow {
  readonly id: string;
  readonly kind: Exclude<TrialKind, 'defect'>;
  readonly passed: number;
  readonly red: readonly { readonly check: string; readonly rules: readonly RuleId[] }[];
  readonly inconclusive: readonly string[];
  readonly skipped: readonly string[];
  readonly bugs: readonly string[];
}

/** How well a rule is covered. */
export interface RuleRow {
  readonly rule: RuleId;
  readonly checks: number;
  readonly defects: number;
}

export interface KillMatrix {
  readonly seed: number;
  /** Trials that were left out, because not all were asked for or the test was interrupted. */
  readonly untried: number;
  readonly defects: readonly DefectRow[];
  readonly right: readonly RightRow[];
  readonly rules: readonly RuleRow[];
}

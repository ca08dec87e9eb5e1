// A trial: the whole suite against one service that is wrong or different in a known way, and what came of it.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Verdict } from '../../harness/verdict/verdict.js';

/** `usual`: the simulator as it is. `dialect`: the same in a dialect of the gallery. `pair`: two variants at once. */
export type TrialKind = 'usual' | 'dialect' | 'defect' | 'variant' | 'pair';

export interface Trial {
  /** The id of the defect, the name of the variant or dialect, or two names with a + between them. */
  readonly id: string;
  readonly kind: TrialKind;
  readonly defects: readonly string[];
  readonly variants: readonly string[];
  /** A dialect of the gallery, by its name; absent where the service speaks the usual one. */
  readonly dialect?: string;
  readonly seed: number;
}

export interface TrialBreach {
  readonly rule: RuleId;
  /** `warn` for a derived rule. */
  readonly verdict: 'warn' | 'fail';
}

/** A check, as far as a matrix needs it; plain data, for it comes from another thread. */
export interface CheckDigest {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly breaches: readonly TrialBreach[];
}

export interface Tried {
  readonly trial: Trial;
  readonly checks: readonly CheckDigest[];
  /** What kept the trial from telling anything: bugs of ours, in words. */
  readonly bugs: readonly string[];
}

// What the trials show, as data: which check caught which defect, and what became of the variants.

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

// Defects that no scenario brings to light, by their ids, and why: only programs of random steps and pauses do.
// A test holds the list to that: a defect that a scenario catches has no place in it.

export const FOR_PROGRAMS: Readonly<Record<string, string>> = {
  'key-forgotten-after-fifteen-seconds': 'a scenario would have to keep a device for that long in real time',
};

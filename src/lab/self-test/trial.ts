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

// What `conform run` can be told: what the rows of its options say, and what stands beside them.
import { type RuleSet, rulesAsOf } from '../../contract/rules/as-of.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import type { OptionsOf } from '../option-rows.js';

export type RunOptions = OptionsOf<'run'> & {
  /** In place of `target`: the text of a profile, for callers that have no file. */
  readonly profileText?: string;
};

/** The rules that are asked for by their revision. */
export function ruleSetOf({ revision }: { readonly revision?: string | undefined }): {
  readonly ruleSet?: RuleSet;
} {
  const ruleSet = revision === undefined ? undefined : rulesAsOf(revision);
  return ruleSet ? { ruleSet } : {};
}

export function restrictionOf({ actuate, readOnly }: RunOptions): Restriction | undefined {
  if (readOnly) return 'read-only';
  return actuate === false ? 'no-actuate' : undefined;
}

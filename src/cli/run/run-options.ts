// What `conform run` can be told: what the rows of its options say, and what stands beside them.
import type { Restriction } from '../../harness/profile/restriction.js';
import type { OptionsOf } from '../option-rows.js';

export type RunOptions = OptionsOf<'run'> & {
  /** In place of `target`: the text of a profile, for callers that have no file. */
  readonly profileText?: string;
};

export function restrictionOf({ actuate, readOnly }: RunOptions): Restriction | undefined {
  if (readOnly) return 'read-only';
  return actuate === false ? 'no-actuate' : undefined;
}

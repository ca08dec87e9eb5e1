// What the check before a run finds between a profile and its target.
import type { Mismatch } from '../../../dialect/dialect.js';

export interface TargetProblem {
  /** `dialect`: the target calls things otherwise. Never a breach of a rule. */
  readonly about: 'client' | 'scopes' | 'device' | 'dialect' | 'interface' | 'websocket';
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** For a dialect problem: the places that do not fit. */
  readonly mismatches?: readonly Mismatch[];
}

/** A reply succeeded, and its data are not what the dialect says. */
export function dialectProblem(
  what: string,
  dialect: string,
  mismatches: readonly Mismatch[],
): TargetProblem {
  const [first, ...others] = mismatches;
  const place = first ? `${first.pointer}: expected ${first.expected}, got ${first.actual}` : '';
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return {
    about: 'dialect',
    message: `${what} does not fit the dialect "${dialect}": ${place}${more}`,
    hint: first
      ? `${first.declaredAt} says otherwise: correct the dialect, or name another one in the profile.`
      : 'Name another dialect in the profile.',
    mismatches,
  };
}

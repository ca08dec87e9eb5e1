// What the check before a run finds between a profile and its target.
import type { Mismatch } from '../../../dialect/dialect.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { MisfitBreach } from '../misfit/misfit-breach.js';

export interface TargetProblem {
  /** `dialect`: the target calls things otherwise. */
  readonly about: 'client' | 'scopes' | 'device' | 'dialect' | 'interface' | 'websocket';
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** For a dialect problem: the places that do not fit. */
  readonly mismatches?: readonly Mismatch[];
  /**
   * What the target breaks, where profile and dialect are taken to be right. Without it, only the profile or the
   * dialect can explain the problem, or nobody can tell.
   */
  readonly breach?: LookBreach;
}

export interface LookBreach extends MisfitBreach {
  /** The line of the profile that explains it as well: `clients.operator.scopes`. */
  readonly orLine?: string;
}

/** A problem that breaks a rule, unless the profile is wrong. */
export function breaking(
  rule: RuleId,
  expected: string,
  { about, message, hint }: Pick<TargetProblem, 'about' | 'message' | 'hint'>,
  orLine?: string,
): TargetProblem {
  const breach = { rule, expected, actual: `${message}. ${hint}` };
  return { about, message, hint, breach: orLine === undefined ? breach : { ...breach, orLine } };
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

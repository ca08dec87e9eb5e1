// Failures that were known before a run, and breaches that are waived. They are shown and fail nothing, as long as they
// are there and their day has not come.
import type { RuleSet } from '../../contract/rules/as-of.js';
import {
  type BaselineOutcome,
  checkAsOf,
  type CheckResult,
  isBreach,
  withFindings,
} from '../verdict/verdict.js';
import type { Profile } from '../profile/profile.js';

interface Counting extends BaselineUse {
  readonly profile: Pick<Profile, 'waivers'>;
  /** The rules in force; default: the newest. */
  readonly ruleSet?: RuleSet | undefined;
  readonly strict?: boolean | undefined;
}

/** A check as it counts: by the rules in force, with what is waived or known. Undefined where no rule of it is in force. */
export function counted(
  check: CheckResult,
  { profile, baseline, ruleSet, strict = false }: Counting,
): CheckResult | undefined {
  const inForce = ruleSet ? checkAsOf(check, ruleSet, strict) : check;
  return inForce && withKnown(waive(inForce, profile), baseline);
}

/** A check that found a rule broken. */
export interface KnownFailure {
  readonly check: string;
  readonly rule: string;
  /** The last day, as in 2026-12-31, on which it is known; default: there is none. */
  readonly until?: string | undefined;
}

/** The result with what was known before called so; all else stands. */
export function withKnown(check: CheckResult, baseline: readonly KnownFailure[] | undefined): CheckResult {
  const now = check.startedAt;
  const rules = new Set(
    baseline?.flatMap((each) => (each.check === check.id && !isExpired(each, now) ? [each.rule] : [])),
  );
  return withFindings(check, (finding) =>
    finding.verdict === 'fail' && rules.has(finding.rule) ? { ...finding, verdict: 'known' } : finding,
  );
}

/** What has become of the known failures in a run. */
export function baselineOutcome(
  checks: readonly CheckResult[],
  baseline: readonly KnownFailure[],
): BaselineOutcome {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const states = baseline.map((failure) => ({ failure, state: stateOf(byId.get(failure.check), failure) }));
  const inState = (wanted: State): readonly KnownFailure[] =>
    states.flatMap(({ failure, state }) => (state === wanted ? [failure] : []));
  return {
    known: inState('there').length,
    gone: inState('gone').map(({ check, rule }) => ({ check, rule })),
    unseen: inState('unseen').length,
  };
}

interface BaselineUse {
  readonly baseline?: readonly KnownFailure[] | undefined;
  /** What has gone is taken out in the end. */
  readonly renewsBaseline?: boolean | undefined;
}

/**
 * What is wrong with the baseline itself, in sentences; each fails the run. That no random program has shown a failure
 * does not mean that it is gone.
 */
export function baselineProblems(
  checks: readonly CheckResult[],
  { baseline = [], renewsBaseline = false }: BaselineUse,
  now: number,
): readonly string[] {
  if (renewsBaseline) return [];
  const byId = new Map(checks.map((check) => [check.id, check]));
  return baseline.flatMap((failure) => {
    const { check: id, rule, until } = failure;
    const check = byId.get(id);
    if (isExpired(failure, now))
      return [`the entry of the baseline for ${rule} in ${id} expired on ${until}`];
    if (check?.program !== undefined || check?.area === 'properties') return [];
    return stateOf(check, failure) === 'gone'
      ? [`the baseline names a failure of ${rule} in ${id}, and the rule holds there: remove the entry`]
      : [];
  });
}

type State = 'there' | 'gone' | 'unseen';

/** A check that did not come to the rule says nothing of it. */
function stateOf(check: CheckResult | undefined, { rule }: KnownFailure): State {
  const about = check?.findings.filter((finding) => finding.rule === rule) ?? [];
  if (about.some(({ verdict }) => verdict === 'known')) return 'there';
  if (check?.verdict === 'pass') return 'gone';
  return about.length > 0 && about.every(({ verdict }) => verdict === 'pass') ? 'gone' : 'unseen';
}

/** What a baseline of this run holds: known failures and new ones. */
function failuresOf(checks: readonly CheckResult[]): readonly KnownFailure[] {
  const failures = checks.flatMap(({ id, findings }) =>
    findings.flatMap(({ rule, verdict }) =>
      verdict === 'fail' || verdict === 'known' ? [{ check: id, rule }] : [],
    ),
  );
  return [...new Map(failures.map((each) => [keyOf(each), each])).values()];
}

/**
 * The failures of this run, and those known before of which it has said nothing: a run of a part takes nothing away.
 * In the order of their checks.
 */
export function renewed(
  before: readonly KnownFailure[],
  checks: readonly CheckResult[],
): readonly KnownFailure[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const until = new Map(before.map((each) => [keyOf(each), each.until]));
  const now = failuresOf(checks).map((each) => ({ ...each, until: until.get(keyOf(each)) }));
  const has = new Set(now.map(keyOf));
  const kept = before.filter(
    (each) => !has.has(keyOf(each)) && stateOf(byId.get(each.check), each) === 'unseen',
  );
  return [...now, ...kept].toSorted((a, b) => compare(a.check, b.check) || compare(a.rule, b.rule));
}

const keyOf = ({ check, rule }: KnownFailure): string => `${check} ${rule}`;
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

// Known breaches of a target, which a waiver of its profile names until a day. They are shown, and fail nothing.

const DAY = 24 * 60 * 60 * 1000;

/** The last day counts, wherever on earth its owner is. */
export function isExpired({ until }: { readonly until?: string | undefined }, now: number): boolean {
  return until !== undefined && Date.parse(until) + 1.5 * DAY < now;
}

/** The result with what is waived called so; all else stands. */
export function waive(check: CheckResult, { waivers = [] }: Pick<Profile, 'waivers'>): CheckResult {
  const now = check.startedAt;
  const rules = new Set(waivers.filter((waiver) => !isExpired(waiver, now)).map(({ rule }) => rule));
  return withFindings(check, (finding) =>
    rules.has(finding.rule) && isBreach(finding) ? { ...finding, verdict: 'waived' } : finding,
  );
}

interface WaiversLookedAt {
  /** Clock time in ms. */
  readonly now: number;
  /** Not everything was checked: that a waiver waives nothing cannot be said then. */
  readonly isPart?: boolean | undefined;
}

/** What is wrong with the waivers themselves, in sentences; each fails the run. */
export function waiverProblems(
  checks: readonly CheckResult[],
  { waivers = [] }: Pick<Profile, 'waivers'>,
  { now, isPart = false }: WaiversLookedAt,
): readonly string[] {
  return waivers.flatMap((waiver) => {
    const { rule, until, reason } = waiver;
    if (isExpired(waiver, now)) return [`the waiver of ${rule} expired on ${until} (${reason})`];
    const about = checks.flatMap(({ findings }) => findings.filter((finding) => finding.rule === rule));
    const used = about.some(({ verdict }) => verdict === 'waived');
    // A rule that was not checked, or could not be decided, says nothing about its waiver.
    const held = about.length > 0 && about.every(({ verdict }) => verdict === 'pass');
    return !isPart && !used && held
      ? [`the waiver of ${rule} waives nothing, for the rule holds: remove it`]
      : [];
  });
}

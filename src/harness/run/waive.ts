// Known breaches of a target, which a waiver of its profile names until a day. They are shown, and fail nothing.
import type { Profile, Waiver } from '../profile/profile.js';
import { type CheckResult, type Finding, worstOf } from '../verdict/verdict.js';

const DAY = 24 * 60 * 60 * 1000;

/** The last day counts, wherever on earth its owner is. */
export function isExpired({ until }: Waiver, now: number): boolean {
  return Date.parse(until) + 1.5 * DAY < now;
}

/** The result with what is waived called so; all else stands. */
export function waive(check: CheckResult, { waivers = [] }: Pick<Profile, 'waivers'>): CheckResult {
  const now = check.startedAt;
  const rules = new Set(waivers.filter((waiver) => !isExpired(waiver, now)).map(({ rule }) => rule));
  const isWaived = ({ rule, verdict }: Finding): boolean =>
    rules.has(rule) && (verdict === 'fail' || verdict === 'warn');
  if (!check.findings.some(isWaived)) return check;
  const findings = check.findings.map((finding): Finding =>
    isWaived(finding) ? { ...finding, verdict: 'waived' } : finding,
  );
  if (check.verdict !== 'fail' && check.verdict !== 'warn') return { ...check, findings };
  return { ...check, findings, verdict: worstOf(findings.map(({ verdict }) => verdict)) ?? 'pass' };
}

export interface WaiversLookedAt {
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

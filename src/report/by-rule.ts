// The verdict on each rule, from the verdicts on the checks that cover it. Every report counts with this.
import { rulesAsOf } from '../contract/rules/as-of.js';
import { RULES, type RuleId, UNOBSERVABLE } from '../contract/rules/catalogue.js';
import type { CheckResult, Finding, RunResult } from '../harness/verdict/verdict.js';
import type { RuleVerdict } from './result-words.js';

export type RuleReport = ReturnType<typeof reportByRule>[number];

/** From best to worst. A rule that one check decided and another had to skip was checked all the same. */
const SEVERITY: readonly RuleVerdict[] = [
  'not checked',
  'skipped',
  'pass',
  'waived',
  'known',
  'inconclusive',
  'warn',
  'error',
  'fail',
];

/** Every rule for services, in the order of the catalogue, and any other rule that the run speaks of. */
export function reportByRule(result: Pick<RunResult, 'checks' | 'revision'>) {
  const { rules = RULES } = rulesAsOf(result.revision) ?? {};
  return rules.flatMap((rule) => {
    const checks = result.checks.flatMap((check) => onRule(check, rule.id));
    if (rule.side === 'client' && checks.length === 0) return [];
    return [{ rule, verdict: worst(checks.map(({ verdict }) => verdict)), checks }];
  });
}

/** Why nobody can check the rule from outside; undefined when it can be, or something was seen of it anyway. */
export function unobservableReason(id: string, verdict: RuleVerdict): string | undefined {
  return verdict === 'not checked' ? UNOBSERVABLE[id as RuleId] : undefined;
}

export function worst<V extends RuleVerdict>(verdicts: readonly V[]): V | 'not checked' {
  return verdicts.reduce<V | 'not checked'>(
    (worse, verdict) => (SEVERITY.indexOf(verdict) > SEVERITY.indexOf(worse) ? verdict : worse),
    'not checked',
  );
}

/** What one check had to say about one rule: what was found against it, or could not be decided about it. */
function onRule(check: CheckResult, rule: string) {
  const about = check.findings.filter((finding) => finding.rule === rule);
  const cited = check.rules.some((id) => id === rule);
  if (about.length === 0 && !cited) return [];
  const verdict = worst([
    ...about.map((finding) => finding.verdict),
    ...(cited ? [unsaid(check, about)] : []),
  ]);
  if (verdict === 'not checked') return [];
  return [{ check, verdict, findings: about.filter((finding) => finding.verdict !== 'pass') }];
}

/** A check with one of these says as much of each rule that it cites. */
const SAID: ReadonlySet<RuleVerdict> = new Set(['pass', 'skipped', 'error', 'inconclusive']);

/** What a check that cites a rule says about it beyond its findings. */
function unsaid({ verdict }: CheckResult, about: readonly Finding[]): RuleVerdict {
  if (SAID.has(verdict)) return verdict;
  // It broke off over another rule before it came to this one.
  return about.length > 0 ? 'not checked' : 'inconclusive';
}

// The rules that a run left unchecked on purpose: because it was not to switch, or not to change, anything.

/** With `--no-actuate` or `--read-only` as its option; undefined where the run left nothing out. */
export function leftUncheckedIn(result: Pick<RunResult, 'checks' | 'leftOut'>) {
  const { leftOut } = result;
  if (!leftOut) return undefined;
  const left = reportByRule(result).filter(({ checks }) =>
    checks.some(({ check }) => check.verdict === 'skipped' && check.reason?.includes(leftOut.reason)),
  );
  const idsOf = (whole: boolean): string[] =>
    left.filter(({ verdict }) => (verdict === 'skipped') === whole).map(({ rule }) => rule.id);
  return {
    option: leftOut.option,
    /** Of which nothing was checked. */
    rules: idsOf(true),
    /** Of which some checks were left out, and others were not. */
    inPart: idsOf(false),
  };
}

// Before a rule is said to be broken, what was seen is read again under the neighbouring readings of what is not proven.
// Where one line, read otherwise, explains all that does not agree, that line is told, and no breach that rests on it.
import type { Rival } from '../../probe/rival.js';
import { type ExplainedMisreading, explainMisreading, type ExplainOptions } from '../../probe/rivals.js';
import type { TraceRecord } from '../../trace/record.js';
import type { Profile } from '../profile/profile.js';
import type { Target } from '../target/target.js';
import {
  resultOfRun,
  type RunCheck,
  type CheckResult,
  type Finding,
  type RunResult,
  worstOf,
} from '../verdict/verdict.js';

const ID = 'target/reading';
const CHECK: RunCheck = {
  id: ID,
  title: 'the dialect and the profile are read as the target means them',
  about:
    'A line of the dialect or of the profile that nothing has proven may be wrong. Where one such line, read otherwise, ' +
    'explains what was seen, the target is not blamed for it.',
};

/** Lines that are named, where several explainMisreading the same. */
const MOST_NAMED = 4;

export interface Doubt extends ExplainOptions {
  readonly target: Pick<Target, 'dialect'>;
  readonly profile: Profile;
  /** What was seen before the checks. */
  readonly before: readonly TraceRecord[];
  readonly at: number;
}

/** The results as they are once a line is known to be wrong, and which; as they were where none is. */
export function withoutMisreading(
  results: readonly CheckResult[],
  { target, profile, before, at, ...options }: Doubt,
): Pick<RunResult, 'checks' | 'misread'> {
  const blamed = results.flatMap(({ findings }) => findings.filter(isBreach)).length;
  if (blamed === 0) return { checks: results };
  const own = results.filter(({ ofRun }) => !ofRun).map(({ trace }) => trace);
  const traces = [before, ...own].filter(({ length }) => length > 0);
  const explained = explainMisreading(traces, { dialect: target.dialect, profile }, options);
  if (!explained) return { checks: results };
  const words = inWords(explained, blamed);
  const told = resultOfRun(CHECK, [], { startedAt: results[0]?.startedAt ?? at, endedAt: at });
  return {
    checks: [{ ...told, verdict: 'inconclusive', reason: words }, ...results.map(undecided)],
    misread: { certain: explained.certain, words },
  };
}

function isBreach({ verdict }: Finding): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

function undecided(result: CheckResult): CheckResult {
  if (!result.findings.some(isBreach)) return result;
  const findings = result.findings.map((finding): Finding =>
    isBreach(finding) ? { ...finding, verdict: 'inconclusive' } : finding,
  );
  const reason = `what was seen is explained by a line of the dialect or the profile; see ${ID}`;
  return {
    ...result,
    findings,
    verdict: worstOf(findings.map(({ verdict }) => verdict)) ?? 'inconclusive',
    reason,
  };
}

function inWords({ rivals, contradictions, certain }: ExplainedMisreading, blamed: number): string {
  const [first] = contradictions;
  const count = blamed === 1 ? 'the finding vanishes' : `all ${blamed} findings vanish`;
  // Two neighbours of one line may come to the same words.
  const all = [...new Set(rivals.map(rivalWords))];
  const named = all.slice(0, MOST_NAMED);
  const more = all.length > MOST_NAMED ? `, or with one of ${all.length - MOST_NAMED} other readings` : '';
  const shown = first ? ` (${first.words})` : '';
  const sure = certain ? '' : '; which of them is right could not be told';
  return `${count} if ${named.join(', or if ')}${more}${named.length > 1 || more ? sure : ''}${shown}`;
}

function rivalWords({ line, was, now }: Rival): string {
  return `${line} says ${now} in the place of: ${was}`;
}

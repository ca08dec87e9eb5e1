// Faults that show in much of a run, each told first and once under the rule that it breaks. The checks that rest on one
// say so in place of blaming their own rules.
import { breachOf } from '../../verdict/breach.js';
import { resultOfRun, type RunCheck } from '../../verdict/of-run.js';
import { type CheckResult, type Finding, type Verdict, worstOf } from '../../verdict/verdict.js';
import { commandEnds } from './command-ends.js';
import { missingDelays } from './delays.js';
import { emptyLists } from './empty-lists.js';
import { lackingParts } from './lacking-part.js';
import { refusedKeys } from './refused-keys.js';
import { shortConnections } from './short-connections.js';
import { silentEvents } from './silent-events.js';
import { uniformRefusals } from './uniform-refusals.js';
import { isBreach, type WideCause } from './wide-cause.js';

const ID = 'target/causes';
const CHECK: RunCheck = {
  id: ID,
  title: 'what much of a run rests on is there at all',
  about:
    'One fault of a service breaks many checks. What is wrong each time, and never right in a whole run, is told ' +
    'once, under the rule that promises it.',
};

export interface WideEnding {
  readonly strict: boolean;
  /** Clock time in ms. */
  readonly at: number;
  /** Topics of which an event came. */
  readonly heard: ReadonlySet<string>;
}

/** The causes first, and the other results as they are once these are known; the results themselves where there are none. */
export function withWideCauses(
  results: readonly CheckResult[],
  { strict, at, heard }: WideEnding,
): readonly CheckResult[] {
  const causes = causesOf(results, heard);
  if (causes.length === 0) return results;
  const findings = causes.map(({ rule, where, expected, actual }): Finding => ({
    rule,
    verdict: breachOf(rule, strict),
    where,
    expected,
    actual,
    exchanges: [],
  }));
  const first = resultOfRun(CHECK, findings, { startedAt: results[0]?.startedAt ?? at, endedAt: at });
  return [first, ...results.map((result) => behind(result, causes))];
}

function causesOf(results: readonly CheckResult[], heard: ReadonlySet<string>): readonly WideCause[] {
  const alone = [
    uniformRefusals(results),
    refusedKeys(results),
    emptyLists(results),
    shortConnections(results),
    missingDelays(results),
  ];
  return [
    ...alone.filter((each) => each !== undefined),
    ...lackingParts(results),
    ...commandEnds(results),
    ...silentEvents(results, heard),
  ];
}

/** A check that met a cause does not blame a rule for it. */
function behind(result: CheckResult, causes: readonly WideCause[]): CheckResult {
  const met = new Set<string>();
  const findings = result.findings.map((finding): Finding => {
    const cause = isBreach(finding) ? causes.find(({ rests }) => rests(finding, result)) : undefined;
    if (!cause) return finding;
    met.add(cause.never);
    return { ...finding, verdict: 'inconclusive' };
  });
  if (met.size === 0) return result;
  const verdicts: readonly Verdict[] = [...findings.map(({ verdict }) => verdict), 'inconclusive'];
  const reason = `it could not get that far: ${[...met].join('; ')}; see ${ID}`;
  return { ...result, findings, verdict: worstOf(verdicts) ?? 'inconclusive', reason };
}

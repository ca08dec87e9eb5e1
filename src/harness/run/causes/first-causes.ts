// The one pass from what the checks of a run have found to its verdicts: a line that may be wrong, and what is wrong each
// time and never right in a whole run, are told once and first; checks that rest on them say so, and blame no rule.
import {
  breachOf,
  isBreach,
  resultOfRun,
  type CheckResult,
  type Finding,
  type RunResult,
  withFindings,
} from '../../verdict/verdict.js';
import type { OnProgress } from '../run-options.js';
import { ANSWERS } from './answers.js';
import { type Cause, type Detector, isFound, type RunEvidence } from './cause.js';
import { commandEnds } from './commands.js';
import { EVENTS, shortConnections, silentEvents } from './never-came.js';
import type { ReadResults } from './reading.js';
import { RELAY_CHANGES } from './relays.js';
import { emptyLists, lackingParts, missingDelays, refusedKeys, uniformRefusals } from './replies.js';

const FAULTS: Detector = {
  id: 'target/causes',
  title: 'what much of a run rests on is there at all',
  about:
    'One fault of a service breaks many checks. What is wrong each time, and never right in a whole run, is told ' +
    'once, under the rule that promises it.',
  detect: (results, evidence) =>
    [
      uniformRefusals,
      refusedKeys,
      emptyLists,
      shortConnections,
      missingDelays,
      lackingParts,
      commandEnds,
      silentEvents,
    ].flatMap((find) => find(results, evidence)),
};

/** The first causes first: what rests on one of them is no cause of its own. */
const DETECTORS: readonly Detector[] = [EVENTS, ANSWERS, FAULTS, RELAY_CHANGES];

export interface CausesEnding {
  readonly strict: boolean;
  /** Clock time in ms. */
  readonly at: number;
  /** The results as another reading of a line leaves them; absent where dialect and profile are no guess. */
  readonly read?: ReadResults | undefined;
}

/** The causes first, and the results as they are once these are known; the results themselves where there are none. */
export function withFirstCauses(
  results: readonly CheckResult[],
  evidence: RunEvidence,
  { strict, at, read = { results, taken: new Set() } }: CausesEnding,
  judged = (result: CheckResult): CheckResult | undefined => result,
): Pick<RunResult, 'checks' | 'misread'> {
  const checks = DETECTORS.reduce((known, detector) => {
    const causes = detector
      .detect(known, evidence)
      .filter(({ ifFound, rule }) => !ifFound || isFound(known, rule));
    if (causes.length === 0) return known;
    const findings = causes.map((cause): Finding => {
      const { rule, where, expected, actual } = cause;
      const verdict = restsOnReading(cause, results, read) ? 'inconclusive' : breachOf(rule, strict);
      return { rule, verdict, where, expected, actual, exchanges: [] };
    });
    const span = { startedAt: known[0]?.startedAt ?? at, endedAt: at };
    const told = judged(resultOfRun(detector, findings, span));
    return [...(told ? [told] : []), ...known.map((result) => behind(result, causes, detector.id))];
  }, read.results);
  const { told, misread } = read;
  return { checks: told ? [told, ...checks] : checks, ...(misread && { misread }) };
}

/** All that was found for it rests on a line that may be wrong; or nothing was found, and refusals may follow from one. */
function restsOnReading(
  { rule, rests, ofRefusals = false }: Cause,
  results: readonly CheckResult[],
  { taken, misread }: Pick<ReadResults, 'taken' | 'misread'>,
): boolean {
  if (taken.size === 0 && !misread) return false;
  const met = results.flatMap((result) =>
    result.findings.filter(
      (finding) => isBreach(finding) && (finding.rule === rule || rests(finding, result)),
    ),
  );
  return met.length === 0 ? ofRefusals : met.every((finding) => taken.has(finding));
}

/** A check that met a cause does not blame a rule for it. */
function behind(result: CheckResult, causes: readonly Cause[], id: string): CheckResult {
  const met = new Set<string>();
  const causeOf = (finding: Finding): Cause | undefined =>
    isBreach(finding) ? causes.find(({ rests }) => rests(finding, result)) : undefined;
  for (const cause of result.findings.map(causeOf))
    if (cause) met.add(typeof cause.never === 'string' ? cause.never : cause.never(result));
  const reason = `it could not get that far: ${[...met].join('; ')}; see ${id}`;
  return withFindings(
    result,
    (finding) => (causeOf(finding) ? { ...finding, verdict: 'inconclusive' } : finding),
    reason,
  );
}

/** Those that were told otherwise while the run went on say so in their reasons; they are told as progress, too. */
export function withRevisions(
  results: readonly CheckResult[],
  told: readonly CheckResult[],
  onProgress: OnProgress,
): readonly CheckResult[] {
  const before = new Map(told.map((each) => [each.id, each]));
  return results.map((result) => {
    const earlier = before.get(result.id);
    if (earlier === undefined || earlier.verdict === result.verdict) return result;
    const words = `while the run went on, its verdict was ${earlier.verdict}`;
    const reason = result.reason === undefined ? words : `${result.reason}; ${words}`;
    const revised = { ...result, reason };
    onProgress({ kind: 'verdict-revised', result: revised, from: earlier.verdict });
    return revised;
  });
}

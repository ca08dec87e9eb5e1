// A result as the data of its HTML report.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { formatDuration } from '../../kernel/duration.js';
import { roomForTrace } from '../bounded-trace.js';
import { reportByRule, type RuleReport, unobservableReason } from '../by-rule.js';
import { conclude } from '../conclusion.js';
import { baselineWords, shardWords } from '../part-words.js';
import type { ReportContext } from '../report-context.js';
import { checkModel } from './check-model.js';
import type { ReportModel, RuleModel } from './report-model.js';

export function buildModel(result: RunResult, context: ReportContext): ReportModel {
  const { sentence, mood } = conclude(result);
  const room = roomForTrace(result.checks.filter(({ verdict }) => verdict !== 'pass').length);
  return {
    title: `Conformance of ${result.target}`,
    conclusion: { sentence, mood },
    notes: notesOf(result),
    facts: factsOf(result, context),
    rules: reportByRule(result).map(ruleModel),
    checks: result.checks.map((check) => checkModel(check, result.seed, context, room)),
  };
}

function notesOf(result: RunResult): string[] {
  const { notRestored, waiverProblems = [], dialectProblems = [], advice = [] } = result;
  const known = baselineWords(result);
  return [
    ...(notRestored.length > 0 ? [`Not left as it was found: ${notRestored.join('; ')}`] : []),
    ...waiverProblems,
    ...(known === undefined ? [] : [`Baseline: ${known}`]),
    ...dialectProblems,
    ...advice,
  ];
}

function factsOf(result: RunResult, { version, speed, virtual = false }: ReportContext): [string, string][] {
  const shard = shardWords(result)?.replace('shard ', '');
  const took = result.endedAt - result.startedAt;
  return [
    ['target', result.target],
    ['dialect', result.dialect],
    ['seed', String(result.seed)],
    ...(shard === undefined ? [] : [['shard', shard] as [string, string]]),
    ['began', new Date(result.startedAt).toISOString()],
    ['took', formatDuration(took / speed)],
    ...(virtual ? [['clock', 'virtual time'] as [string, string]] : []),
    ...(speed === 1 ? [] : [['clock', `${speed} times the usual speed`] as [string, string]]),
    ['round trip', formatDuration(result.roundTrip)],
    ['conform', version],
  ];
}

/** More checks of one rule would only be counted. */
const MOST_CHECKS = 30;

function ruleModel({ rule, verdict, checks }: RuleReport): RuleModel {
  const { id, basis, section, sentence } = rule;
  const unobservable = unobservableReason(id, verdict);
  const bad = checks.filter((each) => each.verdict !== 'pass');
  const good = checks.filter((each) => each.verdict === 'pass');
  return {
    id,
    basis,
    section,
    sentence,
    verdict,
    ...(unobservable !== undefined && { unobservable }),
    checks: [...bad, ...good].slice(0, MOST_CHECKS).map((each) => [each.check.id, each.verdict]),
  };
}

// The run as one HTML file that needs nothing else: the page with the data of the run in it.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { formatDuration } from '../../kernel/duration.js';
import { reportByRule, type RuleReport, unobservableReason } from '../by-rule.js';
import { roomForTrace } from '../exchanges.js';
import { baselineWords, conclude, shardWords } from '../result-words.js';
import type { ReportContext } from '../shell.js';
import { checkModel } from './check-model.js';
import { markupOf, markupText } from './picture.js';
import type { ReportModel, RuleModel } from './report-model.js';

/** Where the data go in the frame that the build has made. */
const DATA = '<!--data-->';

export function htmlReport(result: RunResult, context: ReportContext): string {
  const model = buildModel(result, context);
  const parts = [
    `<script type="application/json" id="data">${scriptText(model)}</script>`,
    `<noscript>${plainText(model)}</noscript>`,
  ];
  // Split, as a replacement would read `$` in the data.
  return context.reportFrame().split(DATA).join(parts.join('\n'));
}

/** JSON in which nothing ends a script element, begins a comment, or is a command to a service that runs builds. */
function scriptText(model: ReportModel): string {
  return JSON.stringify(model).replace(
    /[<>&#\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What matters, for a browser without scripts: what failed, and the proof of it. */
function plainText({ title, conclusion, checks }: ReportModel): string {
  const failed = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const lines = failed.map(({ id, title: about, findings }) => {
    const proofs = findings.flatMap(({ rule, right, witness }) =>
      witness
        ? [
            `<p>${markupText(`${rule}: ${right ?? ''}`)}</p>${witness.picture ? markupOf(witness.picture) : ''}`,
          ]
        : [],
    );
    return `<li>${markupText(id)}: ${markupText(about)}${proofs.join('')}</li>`;
  });
  return `<h1>${markupText(title)}</h1><p>${markupText(conclusion?.sentence ?? '')}</p><ul>${lines.join('')}</ul>`;
}

// A result as the data of its HTML report.

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

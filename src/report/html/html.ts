// The run as one HTML file that needs nothing else: the page with the data of the run in it.
import type { CheckResult, Finding, RunResult } from '../../harness/verdict/verdict.js';
import { defined } from '../../kernel/defined.js';
import { formatDuration } from '../../kernel/duration.js';
import { type RuleReport, reportByRule, unobservableReason } from '../by-rule.js';
import {
  answerLine,
  boundedTrace,
  exchangesOf,
  gist,
  receivedPart,
  requestLine,
  roomForTrace,
  senderOf,
  sentPart,
} from '../exchanges.js';
import { baselineWords, conclude, nameWords, shardWords, standingWords } from '../result-words.js';
import { sequenceOf } from '../sequence.js';
import { type ReportContext, curlLine, repeatCommand } from '../shell.js';
import { markupOf, markupText } from './picture.js';
import type { CheckModel, ExchangeModel, FindingModel, ReportModel, RuleModel } from './report-model.js';
import { timelineOf } from './timeline.js';

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
    ...(result.revision === undefined ? [] : [['revision', result.revision] as [string, string]]),
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
  const bad = checks.filter((each) => each.verdict !== 'pass');
  const good = checks.filter((each) => each.verdict === 'pass');
  return {
    id,
    basis,
    section,
    sentence,
    verdict,
    ...defined({ unobservable: unobservableReason(id, verdict) }),
    checks: [...bad, ...good].slice(0, MOST_CHECKS).map((each) => [each.check.id, each.verdict]),
  };
}

// One check as the HTML report shows it: what was found, when everything happened, and every exchange in words. Of what
// passed only the verdict is kept: nobody looks for the trace of it here.

/** In characters of JSON. */
const BODY_LENGTH = 600;
/** More say nothing new. */
const MOST_FINDINGS = 100;

/** @param room for the trace, in characters of JSON. */
export function checkModel(
  check: CheckResult,
  seed: number,
  context: ReportContext,
  room: number,
): CheckModel {
  const { id, area, title, about, verdict, reason, rules, place, attempts, program } = check;
  const isWorthShowing = verdict !== 'pass' && verdict !== 'skipped';
  return {
    id,
    area,
    title,
    ...(isWorthShowing && defined({ about, names: nameWords(check) })),
    verdict,
    ...defined({ reason, place: place && `${place.file}:${place.line}` }),
    rules,
    attempts,
    took: verdict === 'skipped' ? '' : formatDuration(check.endedAt - check.startedAt),
    findings: worstFirst(check),
    ...(isWorthShowing && tracePart(check, context, room)),
    ...(program && {
      program: {
        index: program.index,
        operations: program.operations,
        steps: program.steps.map((step) => step.trim()),
        yaml: program.yaml,
      },
    }),
    repeat: isWorthShowing ? repeatCommand([check], seed, context) : '',
  };
}

const ORDER: readonly Finding['verdict'][] = ['fail', 'warn', 'waived', 'known', 'inconclusive'];

function worstFirst(check: CheckResult): FindingModel[] {
  const { findings } = check;
  return ORDER.flatMap((kind) => findings.filter(({ verdict }) => verdict === kind))
    .slice(0, MOST_FINDINGS)
    .map((finding) => findingModel(finding, check));
}

function findingModel(finding: Finding, check: CheckResult): FindingModel {
  const { rule, verdict, where, expected, actual, exchanges, witness } = finding;
  const sure = defined({ sure: standingWords(finding) });
  const shown = { rule, verdict, where, expected, actual, exchanges, ...sure };
  const sequence = witness && sequenceOf(check, finding);
  if (!witness || !sequence) return shown;
  const { records, right, wrong } = witness;
  const ends = { startedAt: records[0]?.at ?? 0, endedAt: records.at(-1)?.at ?? 0 };
  const picture = timelineOf({ ...check, ...ends, findings: [finding], trace: records });
  const { extent, silence } = sequence;
  return {
    ...shown,
    right,
    ...(wrong && {
      wrong: wrong.map((place) => `${place.pointer}: expected ${place.expected}, got ${place.actual}`),
    }),
    witness: { extent, ...defined({ silence, picture }) },
  };
}

function tracePart(
  check: CheckResult,
  context: ReportContext,
  room: number,
): Pick<CheckModel, 'picture' | 'exchanges' | 'leftOut'> {
  const { records, leftOut } = boundedTrace(check, room);
  const shown = { ...check, trace: records };
  const hasOwn = check.findings.some(({ witness }) => witness !== undefined);
  const picture = hasOwn ? undefined : timelineOf(shown);
  const exchanges = exchangesOf(shown).map((exchange): ExchangeModel => {
    const { id, from, to, request, end } = exchange;
    return {
      id,
      from,
      ...defined({ to, curl: curlLine(request, context) }),
      sender: senderOf(exchange),
      request: requestLine(exchange),
      sent: gist(sentPart(exchange), BODY_LENGTH),
      answer: answerLine(exchange),
      received: gist(receivedPart(exchange), BODY_LENGTH),
      mismatches: end?.kind === 'reply' ? (end.mismatches ?? []) : [],
    };
  });
  return { ...defined({ picture }), exchanges, ...(leftOut > 0 && { leftOut }) };
}

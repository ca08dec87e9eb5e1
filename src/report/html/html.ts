// The run as one HTML file that needs nothing else: the page with the data of the run in it.
import type { CheckResult, Finding, RunResult } from '../../harness/verdict/verdict.js';
import { defined } from '../../kernel/defined.js';
import { formatDuration } from '../../kernel/duration.js';
import { reportByRule, type RuleReport, unobservableReason } from '../by-rule.js';
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
  type ShownExchange,
} from '../exchanges.js';
import {
  baselineWords,
  conclude,
  nameWords,
  type RuleVerdict,
  shardWords,
  standingWords,
} from '../result-words.js';
import { sequenceOf } from '../sequence.js';
import { curlLine, repeatCommand, type ReportContext } from '../shell.js';
import { markupOf, markupText } from './picture.js';
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
  const known = baselineWords(result, 'Baseline: ');
  return [
    ...(notRestored.length > 0 ? [`Not left as it was found: ${notRestored.join('; ')}`] : []),
    ...waiverProblems,
    ...(known === undefined ? [] : [known]),
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

export function ruleModel({ rule, verdict, checks }: RuleReport) {
  const { id, basis, section, sentence } = rule;
  const bad = checks.filter((each) => each.verdict !== 'pass');
  const good = checks.filter((each) => each.verdict === 'pass');
  return {
    id,
    basis,
    section,
    sentence,
    verdict,
    /** Why nobody can check it from outside. */
    ...defined({ unobservable: unobservableReason(id, verdict) }),
    /** Ids of checks, the worst first. */
    checks: [...bad, ...good].slice(0, MOST_CHECKS).map((each) => [each.check.id, each.verdict] as const),
  };
}

// One check as the HTML report shows it: what was found, when everything happened, and every exchange in words. Of what
// passed only the verdict is kept: nobody looks for the trace of it here.

/** In characters of JSON. */
const BODY_LENGTH = 600;
/** More say nothing new. */
const MOST_FINDINGS = 100;

/** @param room for the trace, in characters of JSON. */
export function checkModel(check: CheckResult, seed: number, context: ReportContext, room: number) {
  const { id, area, title, verdict, reason, rules, place, attempts, program } = check;
  const isWorthShowing = verdict !== 'pass' && verdict !== 'skipped';
  const told = isWorthShowing ? check : undefined;
  return {
    id,
    area,
    title,
    ...defined({ about: told?.about, names: told && nameWords(told) }),
    verdict: verdict as RuleVerdict,
    ...defined({ reason, place: place && `${place.file}:${place.line}` }),
    rules,
    attempts,
    /** In words; empty where nothing was done. */
    took: verdict === 'skipped' ? '' : formatDuration(check.endedAt - check.startedAt),
    findings: worstFirst(check),
    ...(isWorthShowing && tracePart(check, context, room)),
    ...defined({ program: program && programModel(program) }),
    /** A command line. */
    repeat: isWorthShowing ? repeatCommand([check], seed, context) : '',
  };
}

export function programModel({ index, operations, steps, yaml }: NonNullable<CheckResult['program']>) {
  return { index, operations, steps: steps.map((step) => step.trim()), yaml };
}

const ORDER: readonly Finding['verdict'][] = ['fail', 'warn', 'waived', 'known', 'inconclusive'];

function worstFirst(check: CheckResult) {
  const { findings } = check;
  return ORDER.flatMap((kind) => findings.filter(({ verdict }) => verdict === kind))
    .slice(0, MOST_FINDINGS)
    .map((finding) => findingModel(finding, check));
}

export function findingModel(finding: Finding, check: CheckResult) {
  const { rule, verdict, where, expected, actual, exchanges, witness } = finding;
  const sequence = witness && sequenceOf(check, finding);
  const shown = sequence && witness;
  const records = shown?.records ?? [];
  const ends = { startedAt: records[0]?.at ?? 0, endedAt: records.at(-1)?.at ?? 0 };
  const proven = { ...check, ...ends, findings: [finding], trace: records };
  return {
    ...{ rule, verdict: verdict as RuleVerdict, where, expected, actual, exchanges },
    ...defined({
      /** How sure it is, in words. */
      sure: standingWords(finding),
      /** What would have been right. */
      right: shown?.right,
      /** Places of what came that are not as they should be, in words. */
      wrong: shown?.wrong?.map((at) => `${at.pointer}: expected ${at.expected}, got ${at.actual}`),
      /** How much of all its witness is, and a picture of it. */
      witness: sequence && {
        extent: sequence.extent,
        ...defined({ silence: sequence.silence, picture: timelineOf(proven) }),
      },
    }),
  };
}

function tracePart(check: CheckResult, context: ReportContext, room: number) {
  const { records, leftOut } = boundedTrace(check, room);
  const shown = { ...check, trace: records };
  const hasOwn = check.findings.some(({ witness }) => witness !== undefined);
  return {
    /** Of all that happened, where no finding has a picture of its own. */
    ...defined({ picture: hasOwn ? undefined : timelineOf(shown) }),
    exchanges: exchangesOf(shown).map((exchange) => exchangeModel(exchange, context)),
    /** Records of the trace that are not shown. */
    ...defined({ leftOut: leftOut > 0 ? leftOut : undefined }),
  };
}

export function exchangeModel(exchange: ShownExchange, context: ReportContext) {
  const { id, from, to, request, end } = exchange;
  return {
    id,
    /** Ms from the start of the check. */
    from,
    ...defined({ to, curl: curlLine(request, context) }),
    sender: senderOf(exchange),
    request: requestLine(exchange),
    sent: gist(sentPart(exchange), BODY_LENGTH),
    answer: answerLine(exchange),
    received: gist(receivedPart(exchange), BODY_LENGTH),
    mismatches: end?.kind === 'reply' ? (end.mismatches ?? []) : [],
  };
}

// What the HTML report shows, as data: the page draws it, and a run that is watched sends it check by check.

export interface ReportModel {
  readonly title: string;
  /** Undefined while the run goes on. */
  readonly conclusion?: { readonly sentence: string; readonly mood: 'good' | 'bad' | 'doubtful' };
  /** What else has to be known of the run, in sentences. */
  readonly notes: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly rules: readonly RuleModel[];
  readonly checks: readonly CheckModel[];
}

export type RuleModel = ReturnType<typeof ruleModel>;
export type CheckModel = ReturnType<typeof checkModel>;
export type FindingModel = ReturnType<typeof findingModel>;
export type ExchangeModel = ReturnType<typeof exchangeModel>;
export type ProgramModel = ReturnType<typeof programModel>;

/** What a run that is watched sends, in the order in which it happens. */
export type LiveRun =
  | { readonly kind: 'began'; readonly model: ReportModel }
  | {
      readonly kind: 'doing';
      readonly total: number;
      readonly done: number;
      readonly running: readonly RunningCheck[];
    }
  | { readonly kind: 'check'; readonly check: CheckModel }
  | { readonly kind: 'ended'; readonly model: ReportModel };

export interface RunningCheck {
  readonly id: string;
  readonly title: string;
  /** What it does at the moment. */
  readonly step: string;
}

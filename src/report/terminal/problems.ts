// What went wrong, rule by rule: what must hold, what was expected, what came, and the exchanges that show it.
import type { CheckResult, Finding, RunResult } from '../../harness/verdict/verdict.js';
import type { RuleReport } from '../by-rule.js';
import { nameWords, paintVerdict, placeWords, verdictWord } from '../result-words.js';
import {
  answerLine,
  cut,
  gist,
  leadUp,
  requestLine,
  senderOf,
  sentParams,
  sentPart,
  type ShownExchange,
} from '../exchanges.js';
import { groupBy } from '../../kernel/group-by.js';
import { labelled, plural, wrap } from '../layout.js';
import { repeatCommand } from '../shell.js';
import { exchangeLines, isBlank, type TerminalView } from './exchange-lines.js';

/** Checks under one rule, and findings of one check, that are shown in full; the rest is counted. */
const MOST_CASES = 3;
const INDENT = 4;
const LABEL = 11;

type Problem = 'fail' | 'warn' | 'waived' | 'known' | 'inconclusive';
const HEADINGS: Readonly<Record<Problem, string>> = {
  fail: 'Broken rules',
  warn: 'Warnings: rules that the interface implies, but does not state',
  waived: 'Waived: known breaches, which the waivers of the profile name',
  known: 'Known: failures that the baseline of the run names',
  inconclusive: 'Not decided',
};

/** One section for each kind of problem that there is, the worst first. */
export function problemSections(
  result: RunResult,
  rules: readonly RuleReport[],
  view: TerminalView,
): string[][] {
  const ofKind = (kind: Problem): string[] => {
    const blocks = [
      ...causesFirst(rules, kind).flatMap((rule) => ruleBlock(rule, kind, result, view)),
      ...unruled(result, kind, view),
    ];
    if (blocks.length === 0) return [];
    const rest = blocks.slice(MOST_BLOCKS[kind]).map(([head = '']) => head);
    const more = [
      `  ${rest.length} more of this kind, in short; a run with --rule or an id shows one of them whole:`,
    ];
    return [
      ...wrap(HEADINGS[kind], view.width).map((line) => paintVerdict(kind, line, view.paint)),
      ...blocks.slice(0, MOST_BLOCKS[kind]).flatMap((block) => ['', ...block]),
      ...(rest.length === 0 ? [] : ['', ...more, ...rest]),
    ];
  };
  return [
    harnessErrors(result, view),
    ofKind('fail'),
    ofKind('warn'),
    ofKind('waived'),
    ofKind('known'),
    ofKind('inconclusive'),
  ];
}

/** Rules of which the run as a whole found something come before those that only checks speak of. */
function causesFirst(rules: readonly RuleReport[], kind: Problem): readonly RuleReport[] {
  const isCause = ({ checks }: RuleReport): boolean =>
    checks.some(({ check, findings }) => check.ofRun && findings.some(({ verdict }) => verdict === kind));
  return rules.toSorted((a, b) => Number(isCause(b)) - Number(isCause(a)));
}
/** Rules of a kind that are shown whole: a report that goes on for pages is not read. */
const MOST_BLOCKS: Readonly<Record<Problem, number>> = {
  fail: 6,
  warn: 3,
  waived: 3,
  known: 3,
  inconclusive: 3,
};

interface Case {
  readonly check: CheckResult;
  readonly findings: readonly Finding[];
}

function ruleBlock(
  { rule, checks }: RuleReport,
  kind: Problem,
  result: RunResult,
  view: TerminalView,
): string[][] {
  const cases = checks
    .map(({ check, findings }): Case => ({
      check,
      findings: findings.filter(({ verdict }) => verdict === kind && !isOutdone(kind, findings)),
    }))
    .filter(({ findings }) => findings.length > 0);
  if (cases.length === 0) return [];
  const word = paintVerdict(kind, verdictWord(kind), view.paint);
  const origin = view.paint.quiet(`${rule.basis}, section "${rule.section}"`);
  const rest = cases.slice(MOST_CASES).map(({ check }) => check.id);
  const more = `and in ${plural(rest.length, 'more check')}: ${rest.join(', ')}`;
  return [
    [
      `  ${word}  ${view.paint.heading(rule.id)}  ${origin}`,
      ...wrap(rule.sentence, view.width - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`),
      ...cases.slice(0, MOST_CASES).flatMap((each) => ['', ...caseLines(each, result, view)]),
      ...(rest.length === 0 ? [] : ['', ...labelled('', more, INDENT, 0, view.width)]),
    ],
  ];
}

/** What one finding has left open and another one of the same check and rule has settled. */
function isOutdone(kind: Problem, findings: readonly Finding[]): boolean {
  return kind === 'inconclusive' && findings.some(({ verdict }) => verdict === 'fail' || verdict === 'warn');
}

function caseLines({ check, findings }: Case, result: RunResult, view: TerminalView): string[] {
  const rest = findings.length - MOST_CASES;
  const names = nameWords(check);
  return [
    ...labelled('check', `${check.id}: ${check.title}`, INDENT, LABEL, view.width),
    ...(check.about === undefined ? [] : labelled('about', check.about, INDENT, LABEL, view.width)),
    ...(names === undefined ? [] : labelled('names', names, INDENT, LABEL, view.width)),
    ...findings
      .slice(0, MOST_CASES)
      .flatMap((finding, at) => [...(at === 0 ? [] : ['']), ...findingLines(check, finding, view)]),
    ...(rest > 0
      ? labelled('', `${plural(rest, 'more finding')} of this check`, INDENT, LABEL, view.width)
      : []),
    ...programLines(check, view),
    repeatLine(check, result, view),
  ];
}

/** The drawn part of the smallest program: what is before and after it is the same in all programs. */
function programLines({ program }: CheckResult, view: TerminalView): string[] {
  if (!program) return [];
  const title = `shrunk to ${plural(program.operations, 'operation')}:`;
  return [
    ...labelled('program', title, INDENT, LABEL, view.width),
    ...program.steps.flatMap((step) => labelled('', step, INDENT, LABEL, view.width)),
  ];
}

function findingLines(check: CheckResult, finding: Finding, view: TerminalView): string[] {
  const line = (label: string, text: string): string[] => labelled(label, text, INDENT, LABEL, view.width);
  return [
    ...line('where', placeWords(check, finding)),
    ...line('expected', finding.expected),
    ...line('actual', finding.actual),
    ...[...leadUpLines(check, finding, view), ...exchangeLines(check, finding, view)].map(
      (text) => `${' '.repeat(INDENT)}${text}`,
    ),
  ];
}

/** Never wrapped: it is there to be copied. */
function repeatLine(check: CheckResult, { seed }: RunResult, { context }: TerminalView): string {
  const command = context.repeatWith ?? repeatCommand([check], seed, context);
  return `${' '.repeat(INDENT)}${'repeat'.padEnd(LABEL)}${command}`;
}

/** Checks with this verdict and no finding of it: a precondition that did not hold, for instance. */
function unruled(result: RunResult, kind: Problem, view: TerminalView): string[][] {
  const checks = result.checks.filter(
    (check) => check.verdict === kind && !check.findings.some(({ verdict }) => verdict === kind),
  );
  const never = groupBy(checks.filter(isBlank), ({ reason = '' }) => reason);
  return [
    ...checks.filter((check) => !isBlank(check)).map((check) => checkLines(check, result, view)),
    ...[...never].map(([reason, all]) => neverBegun(all, reason, view)),
  ];
}

/** A run that was ended early may leave hundreds of them: what became of them is said once. */
function neverBegun(checks: readonly CheckResult[], reason: string, view: TerminalView): string[] {
  const word = paintVerdict('inconclusive', verdictWord('inconclusive'), view.paint);
  const [only] = checks;
  const count = checks.length === 1 && only ? only.id : plural(checks.length, 'check');
  return [
    `  ${word}  ${view.paint.heading(count)}`,
    ...labelled('why', reason === '' ? 'no reason was given' : reason, INDENT, LABEL, view.width),
  ];
}

function harnessErrors(result: RunResult, view: TerminalView): string[] {
  const checks = result.checks.filter(({ verdict }) => verdict === 'error');
  if (checks.length === 0) return [];
  const heading = view.paint.bad('Errors of this program; they say nothing about the target');
  return [heading, ...checks.flatMap((check) => ['', ...checkLines(check, result, view)])];
}

function checkLines(check: CheckResult, result: RunResult, view: TerminalView): string[] {
  const { verdict, id, reason = 'no reason was given', rules } = check;
  const line = (label: string, text: string): string[] => labelled(label, text, INDENT, LABEL, view.width);
  const word = paintVerdict(verdict, verdictWord(verdict), view.paint);
  const room = view.width - verdictWord(verdict).length - id.length - 6;
  const head = `  ${word}  ${view.paint.heading(id)}${titleWithin(room, check)}`;
  const repeat = repeatLine(check, result, view);
  if (verdict === 'inconclusive' && view.detail === 'usual') {
    const why = `why        ${reason.replaceAll(/\s+/g, ' ')}`;
    return [head, ' '.repeat(INDENT) + cut(why, view.width - INDENT), repeat];
  }
  return [
    head,
    ...line('why', reason),
    ...(rules.length === 0 ? [] : line('rules', rules.join(', '))),
    repeat,
  ];
}

/** As much of the title as there is room for; a word or two of it say nothing. */
function titleWithin(room: number, { title }: CheckResult): string {
  return room < LEAST_TITLE ? '' : `  ${cut(title, room)}`;
}

const LEAST_TITLE = 16;

// What led to a finding, each exchange in a few words.

/** The nearest ones; what came before is counted. */
const MOST_EXCHANGES = 6;
const TIME_WIDTH = 8;
/** What the section around these lines is indented by. */
const MARGIN = 4;
/** How much of a body is shown, and of a key. */
const MOST_BODY = 100;
const KEY_END = 6;

function leadUpLines(check: CheckResult, finding: Finding, view: TerminalView): string[] {
  const exchanges = leadUp(check, finding);
  if (exchanges.length === 0) return [];
  const left = exchanges.length - MOST_EXCHANGES;
  return [
    'before that',
    ...(left > 0 ? [`${' '.repeat(TIME_WIDTH)}  … ${left} more`] : []),
    ...exchanges.slice(-MOST_EXCHANGES).flatMap((exchange) => lines(exchange, view)),
  ];
}

function lines(exchange: ShownExchange, { paint, width }: TerminalView): string[] {
  const { from, end } = exchange;
  const answer = end?.kind === 'broken' ? `no answer: ${end.reason}` : answerLine(exchange);
  const room = Math.max(40, width - MARGIN - TIME_WIDTH - 2);
  return wrap(`${senderOf(exchange)}: ${asked(exchange)} -> ${answer}`, room).map((text, row) => {
    const time = row === 0 ? String(from) : '';
    return paint.quiet(`${time.padStart(TIME_WIDTH)}  ${text}`);
  });
}

/** The end of a key is enough to tell it from others. */
function asked(exchange: ShownExchange): string {
  const { operation, deviceId = '', idempotencyKey: key } = exchange.request;
  if (!operation) return `${requestLine(exchange)} ${gist(sentPart(exchange), MOST_BODY)}`.trimEnd();
  const words = `${operation.name} ${deviceId} ${gist(sentParams(exchange), MOST_BODY)}`;
  return key === undefined ? words : `${words}, key …${key.slice(-KEY_END)}`;
}

// What went wrong, rule by rule: what must hold, what was expected, what came, and the exchanges that show it.
import type { CheckResult, Finding, RunResult } from '../../harness/verdict/verdict.js';
import type { RuleReport } from '../by-rule.js';
import { nameWords, paintVerdict, placeWords, standingWords, verdictWord } from '../result-words.js';
import { cut } from '../exchanges.js';
import { groupBy } from '../../kernel/group-by.js';
import { labelled, plural, wrap } from '../layout.js';
import { explainCommand, repeatCommand } from '../shell.js';
import { byHand, isBlank, sequenceLines, type TerminalView } from './exchange-lines.js';

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
  const checks = groupBy(result.checks, ({ ofRun = false }) => ofRun);
  const ofKind = (kind: Problem): string[] => {
    // What the run as a whole has found out comes first: others may come of it.
    const blocks = [
      ...unruled(checks.get(true) ?? [], kind, result, view),
      ...causesFirst(rules, kind).flatMap((rule) => ruleBlock(rule, kind, result, view)),
      ...unruled(checks.get(false) ?? [], kind, result, view),
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
  return [harnessErrors(result, view), ...(Object.keys(HEADINGS) as Problem[]).map(ofKind)];
}

/** Rules of which the run as a whole found something come before those that only checks speak of. */
function causesFirst(rules: readonly RuleReport[], kind: Problem): readonly RuleReport[] {
  const isCause = ({ checks }: RuleReport): boolean =>
    checks.some(({ check, findings }) => check.ofRun && findings.some(({ verdict }) => verdict === kind));
  return rules.toSorted((a, b) => Number(isCause(b)) - Number(isCause(a)));
}
/** Rules of a kind that are shown whole: a report that goes on for pages is not read. */
const MOST_BLOCKS: Readonly<Record<Problem, number>> = {
  fail: 8,
  warn: 3,
  waived: 3,
  known: 3,
  inconclusive: 3,
};

type Case = Pick<RuleReport['checks'][number], 'check' | 'findings'>;

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
    .filter(({ findings }) => findings.length > 0)
    .toSorted((a, b) => clarity(a, rule.id) - clarity(b, rule.id));
  const [best] = cases;
  if (!best) return [];
  const word = paintVerdict(kind, verdictWord(kind), view.paint);
  const origin = view.paint.quiet(`${rule.basis}, section "${rule.section}"`);
  const others = cases.slice(1).map(({ check }) => check.id);
  return [
    [
      `  ${word}  ${view.paint.heading(rule.id)}  ${origin}`,
      ...wrap(rule.sentence, view.width - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`),
      ...caseLines(best, others, result, view),
    ],
  ];
}

/** The smaller, the sooner it is understood: a check that is about this rule, and a short witness. */
function clarity({ check, findings }: Case, rule: string): number {
  const sizes = findings.map(({ witness }) =>
    witness ? witness.records.length + witness.leftOut / MOST_RECORDS : MOST_RECORDS,
  );
  const isAbout = check.rules.some((each) => each === rule) ? check.rules.length : MOST_RECORDS;
  const isSure = findings.some(({ stands }) => stands !== undefined);
  // A program is longer to read than a check of a few steps.
  const isDoubtful = !isSure || check.program !== undefined;
  return Math.min(...sizes, MOST_RECORDS) + isAbout + (isDoubtful ? MOST_RECORDS : 0);
}

const MOST_RECORDS = 1000;

/** What one finding has left open and another one of the same check and rule has settled. */
function isOutdone(kind: Problem, findings: readonly Finding[]): boolean {
  return kind === 'inconclusive' && findings.some(({ verdict }) => verdict === 'fail' || verdict === 'warn');
}

function caseLines(
  { check, findings }: Case,
  others: readonly string[],
  result: RunResult,
  view: TerminalView,
): string[] {
  const line = lineIn(view);
  const finding = shortest(findings);
  const names = nameWords(check);
  return [
    ...line('check', `${check.id}: ${check.title}`),
    ...(view.detail === 'verbose' && check.about !== undefined ? line('about', check.about) : []),
    ...(names === undefined ? [] : line('names', names)),
    ...(finding === undefined ? [] : findingLines(check, finding, view)),
    ...programLines(check, view),
    ...(others.length === 0
      ? []
      : line('also in', cut(`${plural(others.length, 'check')}: ${others.join(', ')}`, MOST_OTHERS))),
    repeatLine(check, result, view),
    ...(finding === undefined ? [] : [toCopy('explain', explainCommand(finding.rule))]),
  ];
}

const MOST_PLACES = 2;
/** In characters. */
const MOST_OTHERS = 180;

function shortest(findings: readonly Finding[]): Finding | undefined {
  const size = ({ witness }: Finding): number => witness?.records.length ?? MOST_RECORDS;
  return findings.toSorted((a, b) => size(a) - size(b))[0];
}

/** The drawn part of the smallest program: what is before and after it is the same in all programs. */
function programLines({ program }: CheckResult, view: TerminalView): string[] {
  if (!program) return [];
  const line = lineIn(view);
  const title = `shrunk to ${plural(program.operations, 'operation')}:`;
  return [...line('program', title), ...program.steps.flatMap((step) => line('', step))];
}

function findingLines(check: CheckResult, finding: Finding, view: TerminalView): string[] {
  const line = lineIn(view);
  const { witness, expected, actual } = finding;
  const sure = [
    ...(finding.stands ? [standingWords(finding) ?? ''] : []),
    ...(finding.verified ? ['verified by a second judge'] : []),
  ];
  const said = witness
    ? line('right', witness.right)
    : [...line('expected', expected), ...line('actual', actual)];
  const room = view.width - INDENT;
  const [extent, ...sequence] = sequenceLines(check, finding, room, view);
  const [first, ...more] = byHand(check, finding, view);
  return [
    ...line('where', placeWords(check, finding)),
    ...said,
    ...(sure.length > 0 ? line('sure', sure.join('; ')) : []),
    ...(extent === undefined ? [] : line(witness ? 'witness' : 'seen', extent)),
    ...sequence.map((text) => ' '.repeat(INDENT) + text),
    ...(witness?.wrong ?? [])
      .slice(0, MOST_PLACES)
      .flatMap(({ pointer, expected: wanted, actual: came }) =>
        line('at', `${pointer}: expected ${wanted}, got ${came}`),
      ),
    ...(first === undefined ? [] : [toCopy('by hand', first), ...more.map((text) => toCopy('', text))]),
  ];
}

function repeatLine(check: CheckResult, { seed }: RunResult, { context }: TerminalView): string {
  return toCopy('repeat', repeatCommand([check], seed, context));
}

/** Never wrapped: it is there to be copied. */
function toCopy(label: string, text: string): string {
  return `${' '.repeat(INDENT)}${label.padEnd(LABEL)}${text}`;
}

function lineIn({ width }: TerminalView): (label: string, text: string) => string[] {
  return (label, text) => labelled(label, text, INDENT, LABEL, width);
}

/** Those with this verdict and no finding of it: a precondition that did not hold, for instance. */
function unruled(
  among: readonly CheckResult[],
  kind: Problem,
  result: RunResult,
  view: TerminalView,
): string[][] {
  const checks = among.filter(
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
    ...lineIn(view)('why', reason === '' ? 'no reason was given' : reason),
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
  const line = lineIn(view);
  const word = paintVerdict(verdict, verdictWord(verdict), view.paint);
  const room = view.width - verdictWord(verdict).length - id.length - 6;
  const head = `  ${word}  ${view.paint.heading(id)}${titleWithin(room, check)}`;
  const repeat = repeatLine(check, result, view);
  if (verdict === 'inconclusive' && view.detail === 'usual' && !check.ofRun) {
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

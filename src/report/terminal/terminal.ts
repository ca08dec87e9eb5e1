// The report of a run for a person at a terminal: what was tested, what became of it, and what to do next.
import { isBlank, type TerminalOptions, type TerminalView } from './exchange-lines.js';
import type {
  CheckResult,
  LeastTime,
  ProgramCounts,
  ValueCoverage,
  RunResult,
} from '../../harness/verdict/verdict.js';
import { leftUncheckedIn, reportByRule, type RuleReport, unobservableReason } from '../by-rule.js';
import { labelled, NO_PAINT, plural, sectionsText, wrap } from '../layout.js';
import type { RepeatContext } from '../shell.js';
import { problemSections } from './problems.js';
import { groupBy } from '../../kernel/group-by.js';
import { formatDuration } from '../../kernel/duration.js';
import { cut } from '../exchanges.js';
import {
  baselineWords,
  conclude,
  COUNTED_VERDICTS,
  countWords,
  paintVerdict,
  type RuleVerdict,
  shardWords,
  verdictWord,
} from '../result-words.js';

const DEFAULT_WIDTH = 110;

export function terminalReport(
  result: RunResult,
  context: RepeatContext,
  options: TerminalOptions = {},
): string {
  const view: TerminalView = {
    context,
    detail: options.detail ?? 'usual',
    paint: options.paint ?? NO_PAINT,
    width: options.width ?? DEFAULT_WIDTH,
  };
  const rules = reportByRule(result);
  const isQuiet = view.detail === 'quiet';
  return sectionsText(
    isQuiet ? [brokenLines(rules, view), resultLine(result, view)] : whole(result, rules, view),
  );
}

function whole(result: RunResult, rules: readonly RuleReport[], view: TerminalView): string[][] {
  const head = headSection(result, view);
  const problems = [...problemSections(result, rules, view), dialectSection(result, view)];
  const hasPassed = conclude(result).kind === 'passed' && problems.every((lines) => lines.length === 0);
  const table = tableSection(result, view);
  if (hasPassed && view.detail === 'usual') {
    const summary = [...leftOutLines(result, view), ...summarySection(result, rules, view)];
    const isShort = head.length + table.length + summary.length + 2 <= MOST_PASSED;
    return [head, isShort ? table : [], summary];
  }
  return [
    head,
    glanceSection(result, rules, view),
    table,
    ...problems,
    skippedSection(result, view),
    leftUncheckedSection(result, view),
    unobservableSection(rules, view),
    summarySection(result, rules, view),
  ];
}

/** Lines of a run that passes: there is nothing to be done, and so there is little to read. */
const MOST_PASSED = 12;

/** What was left out of a run that passed, in a line each. */
function leftOutLines(result: RunResult, { width }: TerminalView): string[] {
  const skipped = result.checks.filter(({ verdict }) => verdict === 'skipped').length;
  const left = leftUncheckedIn(result);
  const line = (label: string, text: string): string[] =>
    labelled(label, `${text}; --verbose tells which, and why`, 0, LABEL, width);
  return [
    ...(skipped === 0 ? [] : line('Skipped', plural(skipped, 'check'))),
    ...(left ? line('Left', `${plural(left.rules.length, 'rule')} unchecked by ${left.option}`) : []),
  ];
}

// What of the target does not fit the dialect, and broke no rule for all that is known: each form once.

function dialectSection({ dialectProblems = [] }: RunResult, { paint, width }: TerminalView): string[] {
  if (dialectProblems.length === 0) return [];
  return [
    paint.heading('Not as the dialect says'),
    ...dialectProblems.flatMap((problem) => labelled('', problem, 2, 0, width)),
  ];
}

// What was not checked, by reason: most reasons say what to declare so that it will be.

function skippedSection(result: RunResult, { paint, width }: TerminalView): string[] {
  const skipped = result.checks.filter(({ verdict }) => verdict === 'skipped');
  if (skipped.length === 0) return [];
  const byReason = groupBy(skipped, ({ reason }) => reason ?? 'no reason was given');
  return [
    paint.heading('Skipped'),
    ...[...byReason].flatMap(([reason, checks]) => [
      ...labelled('', `${reason} (${plural(checks.length, 'check')})`, 2, 0, width),
      ...labelled('', checks.map(({ id }) => id).join(', '), 4, 0, width).map(paint.quiet),
    ]),
  ];
}

// Rules that nobody can check from outside of a server, by the reason why.

function unobservableSection(rules: readonly RuleReport[], { paint, width }: TerminalView): string[] {
  // A run of a few checks leaves most rules aside anyway: why some of them cannot be seen is not what it was for.
  const isWhole = rules.every(
    ({ rule: { id }, verdict }) => verdict !== 'not checked' || unobservableReason(id, verdict) !== undefined,
  );
  if (!isWhole) return [];
  const lines = rules.flatMap(({ rule: { id }, verdict }) => {
    const why = unobservableReason(id, verdict);
    if (why === undefined) return [];
    return [...labelled('', id, 2, 0, width), ...labelled('', why, 4, 0, width).map(paint.quiet)];
  });
  return lines.length === 0 ? [] : [paint.heading('Not to be seen from outside'), ...lines];
}

// The first lines of the report: what was tested, in which words, with which chance.

function headSection(result: RunResult, { context, paint, width }: TerminalView): string[] {
  const facts = [
    `dialect ${result.dialect}`,
    ...(result.revision === undefined ? [] : [`revision ${result.revision}`]),
    `seed ${result.seed}`,
    ...(result.unreachable === undefined ? [`round trip ${formatDuration(result.roundTrip)}`] : []),
    ...(result.shard ? [`shard ${result.shard.index} of ${result.shard.count}`] : []),
    ...(context.virtual ? ['virtual time'] : []),
    ...(context.speed === 1 ? [] : [`clock at ${context.speed} times the usual speed`]),
  ];
  return [
    ...wrap(`conform ${context.version} tested ${result.target}`, width).map(paint.heading),
    ...wrap(facts.join(' · '), width).map(paint.quiet),
  ];
}

// What the run left unchecked on purpose, by rule.

function leftUncheckedSection(result: RunResult, { paint, width }: TerminalView): string[] {
  const left = leftUncheckedIn(result);
  if (!left) return [];
  const lines = (what: string, rules: readonly string[]): string[] =>
    rules.length === 0
      ? []
      : [
          ...labelled('', `${what} (${rules.length})`, 2, 0, width),
          ...labelled('', rules.join(', '), 4, 0, width).map(paint.quiet),
        ];
  return [
    paint.heading(`Left unchecked by ${left.option}, by rule`),
    ...lines('nothing of these rules was checked', left.rules),
    ...lines('these rules were checked in part', left.inPart),
  ];
}

// The first lines of a report with failures: which rules broke, in which checks, and where the rest is.

/** Below this many checks the whole report is a glance. */
const LEAST_CHECKS = 8;
const MOST_RULES = 12;

function glanceSection(
  result: RunResult,
  rules: readonly RuleReport[],
  { paint, width }: TerminalView,
): string[] {
  if (result.checks.length < LEAST_CHECKS) return [];
  const broken = brokenLines(rules, { paint, width });
  const where =
    'Below: each of them with what was expected and what came. --report html=PATH shows every check with all of its exchanges.';
  return broken.length === 0 ? [] : [...broken, ...labelled('', where, 2, 0, width).map(paint.quiet)];
}

function brokenLines(
  rules: readonly RuleReport[],
  { paint, width }: Pick<TerminalView, 'paint' | 'width'>,
): string[] {
  const broken = rules.filter(({ verdict }) => verdict === 'fail');
  const rest = broken.length - MOST_RULES;
  if (broken.length === 0) return [];
  return [
    paint.bad(`${plural(broken.length, 'rule')} broken`),
    ...broken.slice(0, MOST_RULES).flatMap(({ rule, checks }) => {
      const failed = checks.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check.id);
      const more = failed.length > 1 ? ` and ${plural(failed.length - 1, 'more check')}` : '';
      return labelled('', `${rule.id}: ${failed[0] ?? ''}${more}`, 2, 0, width);
    }),
    ...(rest > 0 ? [`  and ${plural(rest, 'more rule')}`] : []),
  ];
}

// Every check by area: verdict, time, id and what it is about.

const VERDICT_WIDTH = 13;
const TIME_WIDTH = 8;
const LEAST_TITLE = 16;

/** With more checks than this, areas without a problem are one line each where something else has one. */
const MOST_ROWS = 30;
const GOOD: ReadonlySet<string> = new Set(['pass', 'skipped']);

function tableSection(result: RunResult, view: TerminalView): string[] {
  const isGood = ({ verdict }: CheckResult): boolean => GOOD.has(verdict);
  const isShort = result.checks.length > MOST_ROWS && !result.checks.every(isGood);
  const idWidth = Math.max(0, ...result.checks.map((check) => check.id.length)) + 2;
  return [...groupBy(result.checks, (check) => check.area)].flatMap(([area, checks], at) => {
    const counts = countWords(
      checks.map((check) => check.verdict),
      COUNTED_VERDICTS,
    );
    const heading = `${view.paint.heading(area)}  ${view.paint.quiet(counts)}`;
    if (isShort && checks.every(isGood)) return [heading];
    const shown = isShort ? checks.filter((check) => !isGood(check) && !isBlank(check)) : checks;
    return [
      ...(at === 0 || isShort ? [] : ['']),
      heading,
      ...shown.map((check) => row(check, idWidth, view)),
    ];
  });
}

function row(check: CheckResult, idWidth: number, { paint, width }: TerminalView): string {
  const verdict = paintVerdict(check.verdict, verdictWord(check.verdict).padEnd(VERDICT_WIDTH), paint);
  const time = check.verdict === 'skipped' ? '' : formatDuration(check.endedAt - check.startedAt);
  const room = width - 2 - VERDICT_WIDTH - TIME_WIDTH - 2 - idWidth;
  const title = room < LEAST_TITLE ? '' : paint.quiet(cut(check.title, room));
  return `  ${verdict}${paint.quiet(time.padStart(TIME_WIDTH))}  ${check.id.padEnd(idWidth)}${title}`.trimEnd();
}

// The last lines, which are read first: how many of what, what was left behind, and the result in a word.

const LABEL = 9;

function summarySection(result: RunResult, rules: readonly RuleReport[], view: TerminalView): string[] {
  const { paint, width, detail } = view;
  const line = (label: string, text: string): string[] => labelled(label, text, 0, LABEL, width);
  const optional = (label: string, text: string | undefined): string[] =>
    text === undefined ? [] : line(label, text);
  const { leastTime, lateBy, checks } = result;
  const late =
    lateBy === undefined
      ? undefined
      : `was late by up to ${formatDuration(lateBy)}, so fewer checks ran at a time`;
  const { unread: times = 0 } = view.context;
  const often = times === 1 ? 'once' : `${times} times`;
  const unread = times > 0 ? `time went on although nobody read what was sent, ${often}` : undefined;
  const restored =
    result.notRestored.length === 0
      ? 'all as they were found'
      : `NOT as they were found: ${result.notRestored.join('; ')}`;
  const counted = <V extends RuleVerdict>(all: readonly { verdict: V }[], order: readonly V[]): string =>
    `${all.length}: ${countWords(
      all.map(({ verdict }) => verdict),
      order,
    )}`;
  return [
    ...line('Checks', `${counted(checks, COUNTED_VERDICTS)} in ${timeTaken(result, view)}`),
    ...(leastTime && detail === 'verbose' ? line('Time', againstLeast(result, leastTime)) : []),
    ...optional('Machine', late).map(paint.doubtful),
    ...optional('Sockets', unread).map(paint.doubtful),
    ...(result.programs === undefined ? [] : line('Programs', programWords(result, result.programs))),
    ...(result.values?.length ? line('Values', valueWords(result.values)) : []),
    ...(result.programs?.setAside ?? []).flatMap((words) => line('Aside', words).map(paint.doubtful)),
    ...optional('Shard', shardWords(result)?.replace('shard ', '')),
    ...optional('Known', baselineWords(result)),
    ...line('Rules', counted(rules, [...COUNTED_VERDICTS, 'not checked'])),
    ...(result.unreachable === undefined ? line('Relays', restored) : []),
    ...(result.advice ?? []).flatMap((words) => line('Look at', words).map(paint.doubtful)),
    ...resultLine(result, view),
  ];
}

function resultLine(result: RunResult, { paint, width }: TerminalView): string[] {
  const { sentence, mood } = conclude(result);
  const brush = { good: paint.good, bad: paint.bad, doubtful: paint.doubtful }[mood];
  return labelled('Result', sentence, 0, LABEL, width).map(brush);
}

function programWords({ seed }: RunResult, { programs, operations, took }: ProgramCounts): string {
  const time = took === 0 ? '' : ` in ${formatDuration(Math.round(took))}`;
  return `${programs} of ${operations} operations${time}, drawn from seed ${seed}`;
}

/** `172 of 204 pairs met: relays 30 of 34, transceive 90 of 110`. */
function valueWords(values: readonly ValueCoverage[]): string {
  const total = (of: 'met' | 'possible'): number => values.reduce((sum, each) => sum + each[of], 0);
  const parts = values.map(({ table, met, possible }) => `${table} ${met} of ${possible}`);
  return `${total('met')} of ${total('possible')} pairs met: ${parts.join(', ')}`;
}

function timeTaken(result: RunResult, { context }: TerminalView): string {
  const took = result.endedAt - result.startedAt;
  if (context.virtual) {
    const { machineTime } = context;
    const real =
      machineTime === undefined ? '' : ` (${formatDuration(Math.round(machineTime))} on this machine)`;
    return `${formatDuration(took)} of virtual time${real}`;
  }
  if (context.speed === 1) return formatDuration(took);
  return `${formatDuration(took / context.speed)} (${formatDuration(took)} on the run's clock)`;
}

/** On the run's clock: what it took, and what it would have taken if nothing but the announced waits cost time. */
function againstLeast({ startedAt, endedAt }: RunResult, { time, because }: LeastTime): string {
  const took = endedAt - startedAt;
  if (time <= 0) return `${formatDuration(took)}; none of it had to be waited for`;
  const least = formatDuration(Math.round(time));
  return `${formatDuration(took)}; no order of these checks takes less than ${least}, because of ${because}`;
}

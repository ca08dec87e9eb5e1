// What judges say of stored traces and of clients, for people.
import type { CheckResult, RunResult, Verdict } from '../../harness/verdict/verdict.js';
import { groupBy } from '../../kernel/group-by.js';
import { reportByRule } from '../by-rule.js';
import { labelled, NO_PAINT, type Paint, plural, sectionsText, wrap } from '../layout.js';
import { conclude, COUNTED_VERDICTS, countWords } from '../result-words.js';
import { sequenceLines, type TerminalOptions, type TerminalView } from './exchange-lines.js';
import { problemSections } from './problems.js';

// What a judge says of stored traces, in the words of the report of a run.

const DEFAULT_WIDTH = 110;
const LABEL = 9;

/** @param repeatWith the command line that judged. */
export function judgedReport(
  traces: readonly CheckResult[],
  repeatWith: string,
  { paint = NO_PAINT, width = DEFAULT_WIDTH, detail = 'usual' }: TerminalOptions = {},
): string {
  const context = {
    version: '',
    repeatArguments: [],
    ownFiles: [],
    baseUrl: '',
    speed: 1,
    repeatWith,
  };
  const view: TerminalView = { context, paint, width, detail };
  const result = traceResult(traces, '');
  const rules = reportByRule(result);
  const judged = rules.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'not checked');
  const line = (label: string, text: string): string[] => labelled(label, text, 0, LABEL, width);
  const verdicts = traces.map(({ verdict }) => verdict);
  const counted = `${plural(traces.length, 'trace')}: ${countWords(verdicts, COUNTED_VERDICTS)}`;
  return sectionsText([
    ...problemSections(result, rules, view),
    [
      ...(detail === 'quiet'
        ? []
        : [
            ...line('Judged', counted),
            ...line('Rules', `${judged.length}: ${countWords(judged, COUNTED_VERDICTS)}`),
          ]),
      ...line('Result', conclusionOf(traces)),
    ],
  ]);
}

function conclusionOf(traces: readonly CheckResult[]): string {
  const has = (verdict: CheckResult['verdict']): boolean => traces.some((each) => each.verdict === verdict);
  if (has('fail')) return 'A rule of the interface was broken.';
  if (has('inconclusive')) return 'Nothing proven: what is missing in a trace may explain what is in it.';
  if (traces.every(({ findings }) => findings.length === 0))
    return 'Nothing was seen that a rule could be judged by.';
  return has('warn')
    ? 'No stated rule was broken; there are warnings.'
    : 'No rule was broken in what was seen.';
}

/** A run whose checks are the traces. */
export function traceResult(checks: readonly CheckResult[], target: string): RunResult {
  return {
    target,
    dialect: '',
    seed: 0,
    startedAt: 0,
    endedAt: 0,
    checks,
    notRestored: [],
    roundTrip: 0,
  };
}

// What was found of a client, for people: broken rules first, each with what was done and what would have been right.

/** The area of the checks that are days. */
const DAYS = 'days';
const CLIENT_LABEL = 14;
/** Of one rule; the others are counted. */
const MOST_SHOWN = 5;

const WORDS: Readonly<Partial<Record<Verdict, string>>> = {
  fail: 'broken',
  warn: 'broken (warn)',
  waived: 'waived',
  known: 'known',
  inconclusive: 'undecided',
  pass: 'holds',
  skipped: 'not exercised',
};

/** From worst to best. */
const ORDER: readonly Verdict[] = ['fail', 'warn', 'waived', 'known', 'inconclusive', 'skipped', 'pass'];

export function clientReport(
  result: RunResult,
  { paint = NO_PAINT, width = DEFAULT_WIDTH, detail }: TerminalOptions = {},
): string {
  const isQuiet = detail === 'quiet';
  const rules = result.checks.filter(({ area }) => area !== DAYS);
  const sections = (result.unreachable === undefined ? ORDER.slice(0, isQuiet ? 2 : undefined) : []).map(
    (verdict) =>
      rules.filter((check) => check.verdict === verdict).flatMap((check) => ruleLines(check, paint, width)),
  );
  const counts = ORDER.map(
    (verdict) => [verdict, rules.filter((each) => each.verdict === verdict).length] as const,
  )
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${WORDS[verdict]}`);
  const conclusion = labelled('Result', clientConclusion(result), 0, CLIENT_LABEL, width);
  const summary = [
    ...labelled('Client', result.target, 0, CLIENT_LABEL, width),
    ...labelled('Rules', `${plural(rules.length, 'rule')}: ${counts.join(', ')}`, 0, CLIENT_LABEL, width),
    ...dayCount(result, width),
    ...conclusion,
  ];
  const told = isQuiet ? [] : (result.advice ?? []);
  const advice = told.flatMap((each) => labelled('advice', each, 0, CLIENT_LABEL, width));
  const end = isQuiet ? conclusion : summary;
  return sectionsText([daysInTrouble(result, paint, width), ...sections, advice, end]);
}

/** Days on which the client could not be judged, or not to the end: those with the same reason together. */
function daysInTrouble({ checks }: RunResult, paint: Paint, width: number): string[] {
  const bad = checks.filter(({ area, verdict }) => area === DAYS && verdict !== 'pass');
  return [...groupBy(bad, ({ reason = '' }) => reason)].flatMap(([reason, days]) => {
    const names = days.map(({ id }) => id).join(', ');
    const head = paint.doubtful('not judged'.padEnd(CLIENT_LABEL));
    const [first = '', ...more] = wrap(names, width - CLIENT_LABEL);
    const rest = more.map((line) => ' '.repeat(CLIENT_LABEL) + line);
    return [head + first, ...rest, ...labelled('', reason, 0, CLIENT_LABEL, width)];
  });
}

function dayCount({ checks }: RunResult, width: number): string[] {
  const days = checks.filter(({ area }) => area === DAYS);
  if (days.length === 0) return [];
  const bad = days.filter(({ verdict }) => verdict !== 'pass').length;
  const words = `${plural(days.length, 'day')}${bad === 0 ? '' : `, of which ${bad} could not be judged`}`;
  return labelled('Days', words, 0, CLIENT_LABEL, width);
}

function ruleLines(check: CheckResult, paint: Paint, width: number): string[] {
  const { id, verdict, findings, reason } = check;
  const { bad: fail, doubtful, good: pass } = paint;
  const brushes: Partial<Record<Verdict, Paint['quiet']>> = {
    fail,
    warn: doubtful,
    inconclusive: doubtful,
    pass,
  };
  const line = (text: string, indent = 0): string[] => labelled('', text, indent, CLIENT_LABEL, width);
  const note = verdict === 'pass' ? `  ${findings[0]?.actual ?? ''}` : '';
  const head = `${(brushes[verdict] ?? paint.quiet)((WORDS[verdict] ?? verdict).padEnd(CLIENT_LABEL))}${id}${note}`;
  if (verdict === 'pass') return [head];
  const [first] = verdict === 'fail' || verdict === 'warn' ? findings : [];
  const sequence = first ? sequenceLines(check, first, width - CLIENT_LABEL, { paint }) : [];
  const told = findings
    .slice(0, MOST_SHOWN)
    .map(({ where, actual, expected, exchanges }) => [
      ...line(`${where}: ${actual}${numbers(exchanges)}`),
      ...line(`right: ${expected}`, 2),
    ]);
  told[0]?.push(...sequence.map((text) => ' '.repeat(CLIENT_LABEL) + text));
  const left = findings.length - MOST_SHOWN;
  const more = left > 0 ? line(`and ${left} more`) : [];
  return [head, ...(reason === undefined ? [] : line(reason)), ...told.flat(), ...more];
}

function numbers(exchanges: readonly number[]): string {
  if (exchanges.length === 0) return '';
  const few = exchanges.slice(0, 6).map((each) => `#${each}`);
  return ` [${few.join(', ')}${exchanges.length > few.length ? ', ...' : ''}]`;
}

function clientConclusion(result: RunResult): string {
  const has = (verdict: Verdict): boolean => result.checks.some((each) => each.verdict === verdict);
  if (result.unreachable !== undefined) return `Nothing was judged: ${result.unreachable}.`;
  if (has('fail')) return 'The client broke rules that the interface states.';
  if (has('warn')) return 'No stated rule was broken; there are warnings.';
  return conclude(result).kind === 'passed'
    ? 'No rule was broken in what was seen.'
    : 'No rule was broken; not everything could be decided.';
}

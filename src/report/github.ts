// The run for GitHub: annotations beside the scenario's lines, and the summary of a step as Markdown.
import type { CheckResult, RunResult } from '../harness/verdict/verdict.js';
import { reportByRule, type RuleReport } from './by-rule.js';
import {
  baselineWords,
  conclude,
  COUNTED_VERDICTS,
  countWords,
  placeOfFinding,
  type RuleVerdict,
  shardWords,
} from './result-words.js';
import { plural } from './layout.js';
import { explainCommand, repeatCommand, type ReportContext } from './shell.js';

/** GitHub shows ten of each kind for a step; a few more are kept in the log. */
const MOST_ANNOTATIONS = 30;

/** Workflow commands, a line each, to be printed to stdout. */
export function githubAnnotations(result: RunResult, { ownFiles }: Pick<ReportContext, 'ownFiles'>): string {
  const lines = bySeverity(result.checks, ({ verdict }) => verdict).flatMap((check) => {
    // A file that comes with the program is not in the repository that GitHub shows.
    const isOwn = check.place !== undefined && ownFiles.includes(check.place.file);
    return annotationsOf(check, isOwn);
  });
  return lines
    .slice(0, MOST_ANNOTATIONS)
    .map((line) => `${line}\n`)
    .join('');
}

function annotationsOf(check: CheckResult, isOwn: boolean): string[] {
  const place = check.place && isOwn ? { file: check.place.file, line: String(check.place.line) } : {};
  const found = check.findings
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map((finding) => {
      const { verdict, rule, expected, actual } = finding;
      const { file, line, step } = placeOfFinding(check, finding);
      const at = file === undefined || !isOwn ? {} : { file, line: String(line) };
      const text = `${check.id}, ${step}: expected ${expected}, got ${actual}`;
      return command(verdict === 'fail' ? 'error' : 'warning', { ...at, title: rule }, text);
    });
  // What was never begun says nothing that the end of the run has not said.
  const isBlank = check.attempts === 0;
  if (check.verdict !== 'error' && (check.verdict !== 'inconclusive' || isBlank)) return found;
  const level = check.verdict === 'error' ? 'error' : 'warning';
  return [...found, command(level, { ...place, title: `${check.id}: ${check.verdict}` }, check.reason ?? '')];
}

function command(name: string, properties: Readonly<Record<string, string>>, text: string): string {
  const parts = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`);
  return `::${name} ${parts.join(',')}::${escaped(text)}`;
}

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Markdown for the file that GITHUB_STEP_SUMMARY names. */
export function githubSummary(result: RunResult, context: ReportContext): string {
  const rules = reportByRule(result);
  const checks = result.checks.map(({ verdict }) => verdict);
  const ruleCounts = countWords(
    rules.map(({ verdict }) => verdict),
    [...COUNTED_VERDICTS, 'not checked'],
  );
  const sections = [
    `## conform: ${theirs(conclude(result).sentence)}`,
    `${inline(result.target)} · dialect ${inline(result.dialect)} · seed ${result.seed}`,
    [`**Checks** ${countWords(checks, COUNTED_VERDICTS)}`, `**Rules** ${ruleCounts}`].join(' · '),
    ...[shardWords(result), baselineWords(result, 'baseline: ')].flatMap((words) =>
      words === undefined ? [] : [theirs(words)],
    ),
    table(rules, ['fail', 'warn', 'inconclusive', 'error'], result, context),
    ...(result.notRestored.length === 0
      ? []
      : [`**Not restored:** ${theirs(result.notRestored.join('; '))}`]),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function table(
  rules: readonly RuleReport[],
  verdicts: readonly RuleVerdict[],
  { seed }: RunResult,
  context: ReportContext,
): string {
  const bad = rules.filter(({ verdict }) => verdicts.includes(verdict));
  const rows = bySeverity(bad, ({ verdict }) => verdict).map(({ rule, verdict, checks }) => {
    const against = checks.filter((each) => each.verdict === verdict).map(({ check }) => check);
    const first = against[0]?.id ?? '';
    const repeat = code(repeatCommand(against.slice(0, 1), seed, context));
    const more = against.length > 1 ? ` and ${plural(against.length - 1, 'more check')}` : '';
    return `| ${verdict} | \`${rule.id}\` | ${inline(rule.sentence)} | ${inline(first)}${more} | ${repeat} |`;
  });
  if (rows.length === 0) return '';
  return [
    '| | rule | what must hold | seen in | repeat |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `\`${explainCommand('RULE')}\` says what a rule wants, how it is checked, and what breaks it.`,
  ].join('\n');
}

const ORDER: readonly RuleVerdict[] = ['fail', 'error', 'warn', 'inconclusive'];

/** The worst first; what is as bad stays in its order. */
function bySeverity<T>(items: readonly T[], verdictOf: (item: T) => RuleVerdict): T[] {
  const place = (item: T): number => (ORDER.indexOf(verdictOf(item)) + ORDER.length + 1) % (ORDER.length + 1);
  return items.toSorted((one, other) => place(one) - place(other));
}

/** Text that Markdown and HTML leave as it is. */
function inline(text: string): string {
  return text
    .replace(/[\\`*~[\]<>|&]/g, entity)
    .replace(OUTER_UNDERSCORE, '\\_')
    .replace(/\s+/g, ' ');
}

/** Words of a target: no address and no name in them becomes a link either. */
function theirs(text: string): string {
  return text
    .replace(/[\\`*~[\]<>|&@#]|:(?=\/\/)/g, entity)
    .replace(OUTER_UNDERSCORE, '\\_')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#46;`)
    .replace(/\s+/g, ' ');
}

/** Within a word it is no emphasis. */
const OUTER_UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

const entity = (character: string): string => `&#${character.charCodeAt(0)};`;

/** In a table a bar ends the cell, also in code; and a backtick would end the code. */
function code(text: string): string {
  return text.includes('`') ? `<code>${inline(text)}</code>` : `\`${text.replaceAll('|', '\\|')}\``;
}

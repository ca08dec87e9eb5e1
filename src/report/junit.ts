// The run as JUnit XML: a suite for each area, a case for each check. Nothing undecided comes out green. Times are
// those of the machine, whatever the run's clock was.
import XMLBuilder from 'fast-xml-builder';
import type { CheckResult, Finding, RunResult } from '../harness/verdict/verdict.js';
import { groupBy } from '../kernel/group-by.js';
import { baselineWords, nameWords, placeWords, standingWords } from './result-words.js';
import { explainCommand, repeatCommand, type ReportContext } from './shell.js';
import { ruleById } from '../contract/rules/catalogue.js';
import { sequenceOf } from './sequence.js';

type Attributes = Readonly<Record<string, string | number | undefined>>;
type Element = Record<string, unknown>;

export function junitReport(result: RunResult, context: ReportContext): string {
  const suites = [...groupBy(result.checks, (check) => check.area)].map(([area, checks]) =>
    suite(
      area,
      checks.map((check) => checkCase(check, result, context)),
      checks,
      { result, context },
    ),
  );
  const run = runCases(result);
  if (run.length > 0) suites.push(suite('run', run, [], { result, context }));
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      ...attributes({
        name: 'conform',
        ...sums(suites),
        time: seconds((result.endedAt - result.startedAt) / context.speed),
      }),
      testsuite: suites,
    },
  };
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    format: true,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
  });
  return builder.build(document);
}

function suite(
  name: string,
  cases: readonly Element[],
  checks: readonly CheckResult[],
  { result, context: { speed } }: { readonly result: RunResult; readonly context: ReportContext },
): Element {
  const from = Math.min(...checks.map((check) => check.startedAt), result.endedAt);
  // Checks run side by side: from the first to the last, and not the sum of them.
  const to = Math.max(...checks.map((check) => check.endedAt), from);
  const began = result.startedAt + (from - result.startedAt) / speed;
  const counts = {
    tests: cases.length,
    failures: cases.filter((each) => 'failure' in each).length,
    errors: cases.filter((each) => 'error' in each).length,
    skipped: cases.filter((each) => 'skipped' in each).length,
  };
  const facts = {
    target: result.target,
    dialect: result.dialect,
    seed: result.seed,
    ...(result.shard && { shard: `${result.shard.index}/${result.shard.count}` }),
    ...(result.baseline && { baseline: baselineWords(result) }),
  };
  return {
    ...attributes({
      name,
      ...counts,
      time: seconds((to - from) / speed),
      timestamp: new Date(began).toISOString(),
    }),
    properties: { property: Object.entries(facts).map(([key, value]) => attributes({ name: key, value })) },
    testcase: cases,
  };
}

function checkCase(check: CheckResult, result: RunResult, context: ReportContext): Element {
  return {
    ...attributes({
      classname: `conform.${check.area}`,
      name: `${check.id}: ${check.title}`,
      time: seconds((check.endedAt - check.startedAt) / context.speed),
      file: check.place?.file,
      line: check.place?.line,
    }),
    ...caseOutcome(check, result.seed, context),
  };
}

/** What is wrong with the run as a whole must not get lost beside green cases. */
function runCases(result: RunResult): Element[] {
  const all: [name: string, message: string | undefined][] = [
    ['the target can be reached', result.unreachable],
    ['the run came to its end', result.cutShort],
    ['the target is left as it was found', result.notRestored.join('; ') || undefined],
    [
      'the waivers and the baseline name what is there',
      (result.waiverProblems ?? []).join('; ') || undefined,
    ],
  ];
  return all.flatMap(([name, message]) =>
    message === undefined
      ? []
      : [
          {
            ...attributes({ classname: 'conform.run', name, time: seconds(0) }),
            error: outcomeElement({ message, type: 'run', text: message }),
          },
        ],
  );
}

function outcomeElement({ text, ...told }: Attributes & { readonly text?: string }): Element {
  return { ...attributes(told), ...(text === undefined ? {} : { '#text': sanitised(text) }) };
}

/** Line breaks would come back as spaces anyway; what is undefined is left out. */
function attributes(values: Attributes): Element {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [`@${name}`, sanitised(String(value)).replace(/\s+/g, ' ')]),
  );
}

function sums(suites: readonly Element[]): Record<string, number> {
  const names = ['tests', 'failures', 'errors', 'skipped'];
  return Object.fromEntries(
    names.map((name) => [name, suites.reduce((sum, each) => sum + Number(each[`@${name}`]), 0)]),
  );
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

// Keeps characters that XML 1.0 forbids out of a report: a target may put anything into a reply.

const FORBIDDEN = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
const ALLOWED_CONTROLS = /[\t\n\r\u007f-\u009f]/;

/** The text with forbidden characters, halves of surrogate pairs among them, written as `\u001b`. */
function sanitised(text: string): string {
  return text.replace(FORBIDDEN, (character) => {
    if (ALLOWED_CONTROLS.test(character)) return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

// What a case of JUnit says about a check that did not simply pass.

/** The element under the name that JUnit gives it; none for a check that passed. */
function caseOutcome(check: CheckResult, seed: number, context: ReportContext): Element {
  const repeat = `repeat: ${repeatCommand([check], seed, context)}`;
  const names = nameWords(check);
  const text = [
    ...against(check).map((finding) => findingText(check, finding)),
    ...(names === undefined ? [] : [`names: ${names}`]),
    repeat,
  ].join('\n\n');
  switch (check.verdict) {
    case 'pass':
      return {};
    case 'fail':
      return { failure: outcomeElement({ message: headline(check), type: rulesOf(check), text }) };
    case 'error':
      return {
        error: outcomeElement({ message: check.reason ?? 'error of the harness', type: 'error', text }),
      };
    case 'inconclusive':
      // Standard JUnit has no word for it, and green would be a lie.
      return { skipped: outcomeElement({ message: `inconclusive: ${check.reason ?? headline(check)}` }) };
    case 'skipped':
      return { skipped: outcomeElement({ message: `skipped: ${check.reason ?? 'no reason was given'}` }) };
    case 'waived':
      return { skipped: outcomeElement({ message: `waived: ${headline(check)}` }) };
    case 'known':
      return {
        skipped: outcomeElement({ message: `known failure, named by the baseline: ${headline(check)}` }),
      };
    case 'warn':
      return { 'system-out': outcomeElement({ text: `warning: ${headline(check)}\n\n${text}` }) };
  }
}

function against(check: CheckResult): Finding[] {
  return check.findings.filter(({ verdict }) => verdict !== 'pass');
}

function rulesOf(check: CheckResult): string {
  return [...new Set(against(check).map(({ rule }) => rule))].join(' ');
}

function headline(check: CheckResult): string {
  const first = against(check)[0];
  if (!first) return check.reason ?? check.title;
  return `${first.rule}: expected ${first.expected}, got ${first.actual}`;
}

function findingText(check: CheckResult, finding: Finding): string {
  const { lines = [], silence } = sequenceOf(check, finding) ?? {};
  const proof = lines.map(({ at, who, did, answer, fields = '' }) => {
    const came = answer === undefined ? '' : ` -> ${answer} ${fields}`;
    return `  ${at} ms  ${who}: ${did}${came}`.trimEnd();
  });
  return [
    `${finding.verdict}  ${finding.rule}: ${ruleById(finding.rule).sentence}`,
    `where: ${placeWords(check, finding)}`,
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    ...(finding.witness ? [`right: ${finding.witness.right}`] : []),
    ...(finding.stands ? [`sure: ${standingWords(finding)}`] : []),
    ...proof,
    ...(silence === undefined ? [] : [`  ${silence}`]),
    `explain: ${explainCommand(finding.rule)}`,
  ].join('\n');
}

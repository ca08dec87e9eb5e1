// A rule explained, as lines for a terminal and as a part of a page.
import { sinceOf } from '../../contract/rules/as-of.js';
import { REVISIONS } from '../../contract/rules/revisions.js';
import { labelled, NO_PAINT, type Paint, plural, sectionsText, wrap } from '../../report/layout.js';
import { sequenceLines } from '../../report/terminal/exchange-lines.js';
import type { ExplainedRule, ShownCheck } from '../../lab/explain/explain-rule.js';
import type { Rule } from '../../contract/rules/rule.js';
import { assert } from '../../kernel/assert.js';
import { readText } from '../files.js';
import { SHOWN_CLIENTS } from '../package-files.js';

const LABEL = 10;
const INDENT = 2;
/** Scenarios that are told with their titles; the rest is counted. */
const MOST_SCENARIOS = 5;

export function terminalWords(explained: ExplainedRule, width: number, paint: Paint): string {
  const { rule, right, wrong } = explained;
  return sectionsText([
    [
      `${paint.heading(rule.id)}  ${paint.quiet(`${rule.basis}, section "${rule.section}"`)}`,
      ...wrap(rule.sentence, width),
    ],
    facts(explained).flatMap(([label, text]) => labelled(label, text, 0, LABEL, width)),
    ...(right ? [[paint.good('A right exchange'), ...exchange(right, width)]] : []),
    ...(wrong
      ? [[paint.bad(wrongTitle(explained)), ...exchange(wrong, width), ...verdictOf(wrong, width)]]
      : []),
    ...partsOf(rule).map(({ language, lines }) => [
      paint.good(`A client that keeps it, in ${language}`),
      ...lines,
    ]),
    ...(wrong ? [[`See it: conform run --rule ${rule.id} --defect ${wrong.defect}`]] : []),
  ]);
}

/** A section in Markdown. */
export function pageWords(explained: ExplainedRule, width: number): string {
  const { rule, right, wrong } = explained;
  const block = (title: string, lines: readonly string[], language = 'text'): string =>
    `${title}:\n\n\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
  return [
    `## ${rule.id}`,
    `${rule.sentence} (${rule.basis}, section "${rule.section}")`,
    facts(explained)
      .map(([label, text]) => `- **${label}**: ${text.replaceAll('\n', '; ')}`)
      .join('\n'),
    ...(right ? [block('A right exchange', exchange(right, width))] : []),
    ...(wrong ? [block(wrongTitle(explained), [...exchange(wrong, width), ...verdictOf(wrong, width)])] : []),
    ...partsOf(rule).map(({ ending, language, lines }) =>
      block(`A client that keeps it, in ${language}`, lines, ending),
    ),
  ].join('\n\n');
}

function facts({
  rule,
  scenarios,
  invariants,
  properties,
  free,
  causes,
  unobservable,
  wrong,
}: ExplainedRule): readonly (readonly [label: string, text: string])[] {
  const about = wrong?.check.about;
  const told = scenarios.slice(0, MOST_SCENARIOS).map(({ id, title }) => `${id}: ${title}`);
  const rest = scenarios.length - told.length;
  const more = rest > 0 ? [`and ${plural(rest, 'more scenario')}: conform list rules`] : [];
  const all: (readonly [string, readonly string[]])[] = [
    ['since', REVISIONS[0]?.id === sinceOf(rule.id) ? [] : [sinceOf(rule.id)]],
    ['checked', [...told, ...more]],
    ['how', about === undefined ? [] : [about]],
    ['law', invariants.map((name) => `in every trace, by the invariant ${name}`)],
    ['programs', properties],
    ['hidden', unobservable === undefined ? [] : [unobservable]],
    ['free', free === '' ? [] : [free]],
    ['causes', causes.map(({ id, summary }) => `${summary} (${id})`)],
    ['rests on', rule.needs],
  ];
  return all.flatMap(([label, texts]) => (texts.length === 0 ? [] : [[label, texts.join('\n')] as const]));
}

function exchange({ check, finding }: ShownCheck, width: number): string[] {
  const [, ...lines] = sequenceLines(check, finding, width, { paint: NO_PAINT });
  return lines;
}

function verdictOf({ finding }: ShownCheck, width: number): string[] {
  const { witness } = finding;
  return witness ? labelled('right', witness.right, INDENT, LABEL - INDENT, width) : [];
}

function wrongTitle({ wrong, causes }: ExplainedRule): string {
  const cause = causes.find(({ id }) => id === wrong?.defect);
  return `A wrong one (${cause?.summary.replace(/\.$/, '') ?? ''})`;
}

// What a client does about a rule: parts of clients that are audited, in several languages.

/** A part of a client: the names of the rules that it is about, its lines, and the word `end`. */
const PART = /^([ \t]*)(?:\/\/|#) rules: (.*)\n([^]*?)\n\s*(?:\/\/|#) end$/gm;

/** What a client does about the rule, in each language. */
export function partsOf({ id }: Pick<Rule, 'id'>) {
  return SHOWN_CLIENTS.flatMap(({ ending, language, path }) => {
    const text = readText(path);
    assert(text.ok, 'the program has lost a client that it shows');
    const parts = [...text.value.matchAll(PART)];
    return parts.flatMap(([, indent = '', names = '', code = '']) => {
      if (!names.split(' ').includes(id.replace('client.', ''))) return [];
      return [{ ending, language, lines: code.split('\n').map((line) => line.slice(indent.length)) }];
    });
  });
}

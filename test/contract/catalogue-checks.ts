// What must hold of a catalogue of rules. Each check takes the catalogue and returns what is wrong with it.
import { type Rule, SECTIONS } from '../../src/contract/rules/rule.js';

type Check = (rules: readonly Rule[]) => string[];

const ID = /^[a-z][a-z0-9]*\.[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_SENTENCE = 159;

const group = (rule: Rule): string => rule.id.split('.')[0] ?? '';

const uniqueIds: Check = (rules) => repeated(rules.map(({ id }) => id)).map((id) => `${id} is there twice`);

const dottedIds: Check = (rules) =>
  rules.filter(({ id }) => !ID.test(id)).map(({ id }) => `${id} is not of the form group.kebab-name`);

/** Rules of one group stand together, and the group `client` is the client's side. */
const groups: Check = (rules) => {
  const starts = rules.filter((rule, at) => at === 0 || group(rule) !== group(rules[at - 1] ?? rule));
  // The RS485 rules stand among those of the relays, as the operations do in the interface.
  const scattered = repeated(starts.map(group)).filter((name) => name !== 'relay');
  const sides = rules.filter((rule) => (group(rule) === 'client') !== (rule.side === 'client'));
  return [
    ...scattered.map((name) => `the group ${name} is scattered`),
    ...sides.map(({ id, side }) => `${id} is on the side of the ${side}`),
  ];
};

const sections: Check = (rules) =>
  rules
    .filter(({ section }) => !(SECTIONS as readonly string[]).includes(section))
    .map(({ id, section }) => `${id} is from ${section}, which is no section of the interface`);

const sentences: Check = (rules) =>
  rules.flatMap(({ id, sentence }) => [
    ...(/^[A-Z].*[^.]\.$/.test(sentence) ? [] : [`${id} has a sentence without a capital or a full stop`]),
    ...(/[.!?] [A-Z]/.test(sentence) ? [`${id} has more than one sentence`] : []),
    ...(sentence.length > LONGEST_SENTENCE ? [`${id} has a sentence of ${sentence.length} characters`] : []),
    ...(/[`*|<>]|\s{2}|\n/.test(sentence) ? [`${id} has a sentence that is not plain text`] : []),
  ]);

const uniqueSentences: Check = (rules) =>
  repeated(rules.map(({ sentence }) => sentence)).map((sentence) => `two rules say: ${sentence}`);

/** All that is wrong with the catalogue in itself. */
export const problemsOf: Check = (rules) =>
  [uniqueIds, dottedIds, groups, sections, sentences, uniqueSentences].flatMap((check) => check(rules));

/** How the catalogue departs from the list of ids that were given out. */
export function departures(
  rules: readonly Rule[],
  known: Readonly<Record<Rule['basis'], readonly string[]>>,
): string[] {
  return (['stated', 'derived'] as const).flatMap((basis) => {
    const ids = rules.filter((rule) => rule.basis === basis).map(({ id }) => id);
    return [
      ...known[basis].filter((id) => !ids.includes(id)).map((id) => `${id} is no longer a ${basis} rule`),
      ...ids.filter((id) => !known[basis].includes(id)).map((id) => `${id} is not known as a ${basis} rule`),
    ];
  });
}

function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, at) => texts.indexOf(text) !== at))];
}

// The rules by id with their sentences: for schemas of files, which editors complete from.
import type { Rule } from './rule.js';
import { RULES } from './catalogue.js';

export const ruleWords: Readonly<Record<string, string>> = sentencesOf(RULES);

/** Each rule by its id, with the sentence that says what must hold. */
export function sentencesOf(rules: readonly Rule[]): Record<string, string> {
  return Object.fromEntries(rules.map(({ id, sentence }) => [id, sentence]));
}

// The rules by id with their sentences: for schemas of files, which editors complete from.
import { RULES } from './catalogue.js';

/** Each rule by its id, with the sentence that says what must hold. */
export const ruleWords: Readonly<Record<string, string>> = Object.fromEntries(
  RULES.map(({ id, sentence }) => [id, sentence]),
);

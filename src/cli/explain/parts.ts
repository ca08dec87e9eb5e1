// What a client does about a rule: parts of clients that are audited, in several languages.
import type { Rule } from '../../contract/rules/rule.js';
import { assert } from '../../kernel/assert.js';
import { readText } from '../files.js';
import { SHOWN_CLIENTS } from '../package-files.js';

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

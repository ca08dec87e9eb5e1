// The words of a placeholder: what stands between its parentheses, as the wire has it.
import type { Misfit } from './choose-scalar.js';
import { LEFT_OUT, type Word } from './scalar-codec.js';

/** Stands among words that are JSON for the one that is shown by nothing being there. */
const ABSENT = 'absent';

const JSON_HINT = `With :json the words are true, false, null, numbers and "texts"; ${ABSENT} is left out.`;

/** @param encodings of the placeholder: `number` or `json`, or none for texts. */
export function readWords(
  name: string,
  words: readonly string[],
  encodings: readonly string[],
): Word[] | Misfit {
  if (words.includes('')) return { message: `${name} has an empty word`, hint: 'A text "" needs :json.' };
  const [encoding, second] = encodings;
  if (second !== undefined || (encoding !== undefined && encoding !== 'number' && encoding !== 'json')) {
    return {
      message: `:${encodings.join(':')} does not fit the words of ${name}`,
      hint: 'Words take :number, :json or nothing.',
    };
  }
  if (encoding === 'json') return readJson(name, words);
  if (encoding === undefined) return [...words];
  const numbers = words.map(Number);
  if (new Set(numbers.filter(Number.isFinite)).size === words.length) return numbers;
  return {
    message: `the words of ${name} are not different numbers`,
    hint: 'Leave :number out, or write numbers.',
  };
}

function readJson(name: string, words: readonly string[]): Word[] | Misfit {
  const read: Word[] = [];
  for (const word of words) {
    const value = word === ABSENT ? LEFT_OUT : scalarIn(word);
    if (value === undefined) return { message: `the word ${word} of ${name} is no JSON`, hint: JSON_HINT };
    read.push(value);
  }
  return read;
}

function scalarIn(text: string): Word | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? undefined : (value as Word);
  } catch {
    return undefined;
  }
}

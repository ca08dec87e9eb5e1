// The words of a placeholder: what stands between its parentheses, as the wire has it.
import type { Misfit } from './misfit.js';
import type { Placeholder } from './sample.js';
import { LEFT_OUT_WORD, type Word } from './scalar-codec.js';

/** Stands among words that are JSON for the one that is shown by nothing being there. */
const ABSENT = 'absent';

const JSON_HINT = `With :json the words are true, false, null, numbers and "texts"; ${ABSENT} is left out.`;

/** What the words are on the wire, in their order. */
export function readWords(placeholder: Placeholder, words: readonly string[]): Word[] | Misfit {
  const read = readPlain(placeholder, words);
  if ('message' in read) return read;
  const { name, optional } = placeholder;
  const hint = 'Write another word.';
  if (optional && read.includes(LEFT_OUT_WORD)) {
    return { message: `the word ${ABSENT} of ${name} means no value as well`, hint };
  }
  if (read.includes(null) && (optional || read.includes(LEFT_OUT_WORD))) {
    return { message: `the word null of ${name} is read as if nothing were there`, hint };
  }
  return read;
}

/** `:number` needs different numbers, `:json` any scalars; without either they are texts. */
function readPlain({ name, encodings }: Placeholder, words: readonly string[]): Word[] | Misfit {
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
  if (numbers.every(Number.isFinite)) return numbers;
  return { message: `the words of ${name} are not different numbers`, hint: NUMBERS_HINT };
}

export const NUMBERS_HINT = 'Leave :number out, or write numbers.';

function readJson(name: string, words: readonly string[]): Word[] | Misfit {
  const read: Word[] = [];
  for (const word of words) {
    const value = word === ABSENT ? LEFT_OUT_WORD : scalarIn(word);
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

// Which scalar codec a placeholder asks for, or why there is none.
import * as z from 'zod';
import { relayAction } from '../contract/operations.js';
import { wireKindOf } from '../contract/schemas/scalars.js';
import { closest } from '../kernel/did-you-mean.js';
import { BYTE_CODECS, DURATION_CODECS, LIFETIME_CODECS, TIMESTAMP_CODECS } from './byte-codecs.js';
import { exampleOfObject } from './schema-facts.js';
import { canonicalJsonSchema } from './dialect.js';
import type { Placeholder } from './sample.js';
import {
  asText,
  indexCodec,
  LEFT_OUT_WORD,
  NUMERAL_TEXT,
  PLAIN,
  type ScalarCodec,
  scaledCodec,
  withinText,
  type Word,
  wordCodec,
} from './scalar-codec.js';
import type { Compiler, ResolvedField, ScalarSettings } from './scope.js';

/** A kind of scalar: what people call it, and how it can be written. The first encoding is the default. */
interface Kind {
  readonly noun: string;
  readonly encodings: Readonly<Record<string, ScalarCodec>>;
  /** The canonical values that words may stand for, in the order of the words. */
  readonly values?: readonly (string | boolean)[];
  /** Numbers may also be written as strings. */
  readonly numeric?: boolean;
  /** Numbers that may be written some times as large. */
  readonly scalable?: boolean;
}

function chooseScalar(
  schema: z.core.$ZodType,
  placeholder: Placeholder,
  settings: ScalarSettings,
): ScalarCodec | Misfit {
  const kind = kindOf(schema, settings);
  if (!kind) return notScalar(schema, placeholder);
  if (placeholder.words) return chooseWords(kind, placeholder, placeholder.words);
  return chooseEncoding(kind, placeholder);
}

function notScalar(schema: z.core.$ZodType, { name, path }: Placeholder): Misfit {
  if (schema instanceof z.ZodObject) {
    return { message: `${name} has fields of its own`, hint: `For example ${exampleOfObject(schema, path)}` };
  }
  return { message: `${name} is a list`, hint: 'Show one element of it: [ … ].' };
}

function kindOf(schema: z.core.$ZodType, settings: ScalarSettings): Kind | undefined {
  switch (wireKindOf(schema)) {
    case 'identifier':
      return {
        noun: 'a text',
        encodings: { plain: asDescribed(PLAIN.string, schema), number: NUMERAL_TEXT },
      };
    case 'index':
      return { noun: 'an index', encodings: { plain: indexCodec(settings.indexBase) }, numeric: true };
    case 'bytes':
      return { noun: 'a run of bytes', encodings: BYTE_CODECS };
    case 'duration':
      return { noun: 'a duration', encodings: DURATION_CODECS, numeric: true };
    case 'lifetime':
      return { noun: 'a lifetime', encodings: LIFETIME_CODECS, numeric: true, scalable: true };
    case 'timestamp':
      return { noun: 'a moment', encodings: TIMESTAMP_CODECS, numeric: true };
    case 'commandStatus':
      return { noun: 'a command status', encodings: { plain: settings.statuses } };
    case undefined:
      return plainKind(schema, settings);
  }
}

function plainKind(schema: z.core.$ZodType, { without }: ScalarSettings): Kind | undefined {
  if (schema instanceof z.ZodString) {
    return { noun: 'a text', encodings: { plain: asDescribed(PLAIN.string, schema) } };
  }
  if (schema instanceof z.ZodNumber) {
    const encodings = { plain: asDescribed(PLAIN.number, schema) };
    return { noun: 'a number', encodings, numeric: true, scalable: true };
  }
  if (schema instanceof z.ZodBoolean) {
    return { noun: 'true or false', encodings: { plain: PLAIN.boolean }, values: [true, false] };
  }
  if (schema instanceof z.ZodLiteral) {
    // True or nothing.
    return { noun: 'true', encodings: { plain: wordCodec(new Map([[true, [true]]])) }, values: [true] };
  }
  if (schema instanceof z.ZodEnum) {
    const options = schema.options.map(String);
    const values =
      schema === relayAction && without.has('jog-action')
        ? options.filter((each) => each !== 'jog')
        : options;
    const names = wordCodec(new Map(values.map((value) => [value, [value]])));
    return { noun: `one of ${values.join(', ')}`, encodings: { plain: names }, values };
  }
  return undefined;
}

/** The codec of a value that the wire writes as it is, within the bounds of the canonical schema. */
function asDescribed(codec: ScalarCodec, schema: z.core.$ZodType): ScalarCodec {
  return { ...codec, describe: () => canonicalJsonSchema(schema) };
}

function chooseEncoding(kind: Kind, { name, encodings }: Placeholder): ScalarCodec | Misfit {
  const text = encodings.includes('string');
  const [chosen, second] = encodings.filter((encoding) => encoding !== 'string');
  if (second !== undefined) {
    return { message: `${name} has two encodings, :${chosen} and :${second}`, hint: encodingHint(kind) };
  }
  const [usual = 'plain'] = Object.keys(kind.encodings);
  const factor = kind.scalable ? factorOf(chosen) : undefined;
  const wanted = factor === undefined ? (chosen ?? usual) : usual;
  const found = Object.hasOwn(kind.encodings, wanted) ? kind.encodings[wanted] : undefined;
  const codec = found && factor !== undefined ? scaledCodec(found, factor) : found;
  if (!codec || chosen === 'plain') {
    const near = closest(wanted, namesOf(kind));
    const hint = near === undefined ? encodingHint(kind) : `Did you mean :${near}?`;
    return { message: `:${chosen} does not fit ${name}, which is ${kind.noun}`, hint };
  }
  if (!text) return codec;
  if (kind.numeric && codec.wire === 'number') return asText(codec);
  return { message: `:string does not fit ${name}, which is written as no number`, hint: encodingHint(kind) };
}

/** `x1000` -> 1000. */
function factorOf(encoding: string | undefined): number | undefined {
  const match = /^x(\d+(?:\.\d+)?)$/.exec(encoding ?? '');
  const factor = Number(match?.[1] ?? 0);
  return factor > 0 ? factor : undefined;
}

/** The values that words of a field stand for, in the order of the words; undefined where it takes none. */
export function valuesOf(schema: z.core.$ZodType, settings: ScalarSettings): readonly unknown[] | undefined {
  // True or nothing: what only some values have.
  if (schema instanceof z.ZodLiteral) return [true, undefined];
  return kindOf(schema, settings)?.values;
}

/** What to do where words are not as many as what they stand for. */
export function wordsHint(values: string): string {
  const unless = values.includes('jog') ? ' Where relays take no `jog`, say `without: [jog-action]`.' : '';
  return `The words stand for ${values}, in this order.${unless}`;
}

function chooseWords(kind: Kind, placeholder: Placeholder, words: readonly string[]): ScalarCodec | Misfit {
  const { name, encodings } = placeholder;
  if (!kind.values) {
    const hint =
      kind.noun === 'a command status' ? 'Its words stand under commandStatus.' : encodingHint(kind);
    return { message: `words do not fit ${name}, which is ${kind.noun}`, hint };
  }
  const hint = wordsHint(kind.values.join(', '));
  if (words.length !== kind.values.length) {
    return { message: `${name} needs ${kind.values.length} words, and has ${words.length}`, hint };
  }
  const read = readWords(placeholder, words);
  if ('message' in read) return read;
  const twice = read.find((word, index) => read.indexOf(word) !== index);
  if (twice !== undefined && encodings.includes('number')) {
    return { message: `the words of ${name} are not different numbers`, hint: NUMBERS_HINT };
  }
  if (twice !== undefined) {
    return { message: `${name} has the word ${JSON.stringify(words[read.indexOf(twice)])} twice`, hint };
  }
  return wordCodec(new Map(kind.values.map((value, index) => [value, read.slice(index, index + 1)])));
}

/** The encodings that a placeholder can name. */
function namesOf(kind: Kind): string[] {
  const named = Object.keys(kind.encodings).filter((encoding) => encoding !== 'plain');
  return [...named, ...(kind.numeric ? ['string'] : []), ...(kind.scalable ? ['x1000'] : [])];
}

function encodingHint(kind: Kind): string {
  const all = [...namesOf(kind).map((name) => `:${name}`), ...(kind.values ? ['words such as (a|b)'] : [])];
  return all.length === 0 ? 'It is written as it is.' : `It takes ${all.join(', ')}.`;
}

// The words of a placeholder: what stands between its parentheses, as the wire has it.

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

const NUMBERS_HINT = 'Leave :number out, or write numbers.';

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

// The codec of a placeholder that has to be a scalar.

/** What does not fit is reported. */
export function scalarOf(
  field: ResolvedField,
  placeholder: Placeholder,
  compiler: Compiler,
): ScalarCodec | undefined {
  if (placeholder.others.length > 0) {
    const hint = 'Write it as a value of its own.';
    compiler.report(placeholder.at, `${placeholder.name} is told by one word, and not within text`, hint);
    return undefined;
  }
  const chosen = chooseScalar(field.schema, placeholder, compiler.settings);
  if ('encode' in chosen) return chosen;
  compiler.report(placeholder.at, chosen.message, chosen.hint);
  return undefined;
}

/** The same for a place within text, with what stands around it. A list is no text, nor are words that look alike. */
export function textOfScalar(
  field: ResolvedField,
  placeholder: Placeholder,
  compiler: Compiler,
  [prefix = '', suffix = '']: readonly string[] = [],
): ScalarCodec | undefined {
  const codec = scalarOf(field, placeholder, compiler);
  if (!codec) return undefined;
  if (!codec.absent && (codec.asText || codec.wire !== 'mixed')) return withinText(codec, prefix, suffix);
  compiler.report(placeholder.at, `${placeholder.name} is no text`, 'Write it as a value of its own.');
  return undefined;
}

// Why a placeholder cannot be written as it is asked for.

interface Misfit {
  readonly message: string;
  readonly hint: string;
}

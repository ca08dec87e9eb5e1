// Compiles a text with several placeholders in it: `${analog.value} ${analog.unit?}`, `${change.kind(r|d)}${change.index}`.
import { AssertionError } from '../kernel/assert.js';
import {
  accessTo,
  addMismatch,
  type Canonical,
  type DecodeRun,
  type Node,
  noteOrigin,
  NOTHING,
  quotedJson,
} from './node.js';
import { type Compiler, resolveField, type ShapeScope, neverAbsent } from './scope.js';
import type { ShapeSchema } from './dialect.js';
import type { Placeholder, Template } from './sample.js';
import { bodyOf, INTEGER, literally, NUMERAL, type ScalarCodec } from './scalar-codec.js';
import { textOfScalar } from './choose-scalar.js';

export function compileText(template: Template, scope: ShapeScope, compiler: Compiler): Node {
  const text = readTemplateText(template, scope, compiler);
  if (!text) return NOTHING;
  const { declaredAt } = text;
  const encode = (value: Canonical): string => {
    const wire = text.encode(value);
    if (wire === undefined) throw new AssertionError(`${declaredAt}: a value of this text is missing`);
    return wire;
  };
  return {
    optional: false,
    write: (value) => quotedJson(encode(value)),
    describe: () => text.schema,
    decode: (wire, into, run) => {
      if (!text.decode(wire, into, run)) addMismatch(run, text.expected, wire, declaredAt);
    },
  };
}

/** A compiled text. */
export type TextCodec = ReturnType<typeof textCodec>;

type Part = NonNullable<ReturnType<typeof readPart>>;

/** What is wrong with it is reported. */
export function readTemplateText(template: Template, scope: ShapeScope, compiler: Compiler) {
  const read = template.placeholders.map((each) => readPart(each, scope, compiler));
  const parts = read.filter((part) => part !== undefined);
  if (parts.length < read.length) return undefined;
  const forms = formsOf(template, parts, compiler);
  return forms && textCodec(forms, compiler.placeOf(template.at));
}

function readPart(placeholder: Placeholder, scope: ShapeScope, compiler: Compiler) {
  const field = resolveField(scope, placeholder, compiler.report);
  if (!field) return undefined;
  neverAbsent(compiler, placeholder.optional && !field.optional, placeholder.at, placeholder.name);
  const codec = textOfScalar(field, placeholder, compiler);
  if (!codec) return undefined;
  const { path } = field;
  return { placeholder, codec, path, ...accessTo(path) };
}

/** A way to write the text: with all its values, or without the one that may be absent. */
interface TextForm extends TextParts {
  readonly parts: readonly Part[];
}

function formsOf(template: Template, parts: readonly Part[], { report }: Compiler): TextForm[] | undefined {
  const { texts, at } = template;
  const whole: TextForm = { texts, parts, codecs: parts.map(({ codec }) => codec) };
  const shown = `"${texts.join('…')}"`;
  if (!areKeptApart(whole)) {
    report(
      at,
      `${shown} holds two placeholders that nothing keeps apart`,
      'Put text between them that neither has in it.',
    );
    return undefined;
  }
  const optional = parts.filter(({ placeholder }) => placeholder.optional);
  const [only] = optional;
  if (!only) return [whole];
  const nth = parts.indexOf(only);
  const isLast = nth === parts.length - 1;
  const less = isLast ? withoutLast(whole) : withoutFirst(whole);
  // The text beside it goes with it, and must not occur in what is left.
  const gap = isLast ? texts[nth] : texts[1];
  const neighbour = isLast ? whole.codecs[nth - 1] : whole.codecs[1];
  const inPlace = optional.length === 1 && (isLast || nth === 0) && gap !== '' && neighbour !== undefined;
  const pair = isLast
    ? { texts: ['', gap ?? '', ''], codecs: [neighbour ?? only.codec, ANYTHING] }
    : { texts: ['', gap ?? '', ''], codecs: [ANYTHING, neighbour ?? only.codec] };
  if (inPlace && areKeptApart(pair)) return [whole, less];
  report(
    only.placeholder.at,
    `whether ${only.placeholder.name} is there cannot be seen in ${shown}`,
    'Put it at the end, after text that the value before it does not have.',
  );
  return undefined;
}

/** A neighbour of which nothing is known. */
const ANYTHING: ScalarCodec = {
  wire: 'string',
  expected: '',
  encode: String,
  describe: () => ({ type: 'string' }),
  decode: (wire) => wire,
};

function withoutLast({ texts, parts, codecs }: TextForm): TextForm {
  const [last = ''] = texts.slice(-1);
  return { texts: [...texts.slice(0, -2), last], parts: parts.slice(0, -1), codecs: codecs.slice(0, -1) };
}

function withoutFirst({ texts, parts, codecs }: TextForm): TextForm {
  const [first = ''] = texts;
  return { texts: [first, ...texts.slice(2)], parts: parts.slice(1), codecs: codecs.slice(1) };
}

function textCodec(forms: readonly TextForm[], declaredAt: string) {
  const readers = forms.map((form) => ({ ...form, split: splitter(form) }));
  const [whole] = forms;
  return {
    declaredAt,
    expected: `"${whole?.texts.join('…')}" with ${whole?.codecs.map(({ expected }) => expected).join(', and ')}`,
    schema: { type: 'string', pattern: `^(?:${forms.map(patternOf).join('|')})$` } as ShapeSchema,
    /** Undefined when a value is missing that the text has to have. */
    encode: (value: Canonical): string | undefined => {
      const form = forms.find(({ parts }) => parts.every(({ get }) => get(value) !== undefined));
      return form && joined(form, value);
    },
    /** False when it is another text; then nothing was read. */
    decode: (wire: unknown, into: Canonical, run: DecodeRun): boolean => {
      if (typeof wire !== 'string') return false;
      for (const { parts, split } of readers) {
        const values = split(wire)?.map((text, nth) => parts[nth]?.codec.decode(text));
        if (!values || values.includes(undefined)) continue;
        parts.forEach(({ path, set }, nth) => {
          if (run.origins) noteOrigin(run, path, wire, declaredAt);
          set(into, values[nth]);
        });
        return true;
      }
      return false;
    },
  };
}

function joined({ texts, parts }: TextForm, value: Canonical): string {
  const written = parts.map(({ codec, get }, nth) => `${texts[nth]}${String(codec.encode(get(value)))}`);
  return written.join('') + (texts.at(-1) ?? '');
}

// Texts with several values in them, such as `4.02 mA` and `outputs/1`: where one ends and the next begins has to
// follow from the text alone.

/** The scalars of a text, each written as text, and what stands before each of them and after the last. */
interface TextParts {
  readonly texts: readonly string[];
  readonly codecs: readonly ScalarCodec[];
}

/** Whether texts can be taken apart in one way only. */
function areKeptApart({ texts, codecs }: TextParts): boolean {
  const letters = codecs.map(lettersOf);
  // Up to some gap each value ends where the text after it begins; from there on each begins where the text before
  // it ends. So nothing is left to choose.
  const gaps = codecs.slice(1).map((_, at) => at + 1);
  const endsThere = gaps.map((at) => lacks(letters[at - 1], letters[at], texts[at]?.[0]));
  const beginsThere = gaps.map((at) => lacks(letters[at], letters[at - 1], texts[at]?.at(-1)));
  return [...gaps, gaps.length].some(
    (_, turn) => endsThere.slice(0, turn).every(Boolean) && beginsThere.slice(turn).every(Boolean),
  );
}

/** A test for the letters that a value may have; undefined: any. */
type Letters = ReadonlySet<string> | undefined;

/** True when the value never has the letter that stands beside it, or without one, no letter of the other value. */
function lacks(one: Letters, other: Letters, letter: string | undefined): boolean {
  if (!one) return false;
  if (letter !== undefined) return !one.has(letter);
  return other !== undefined && [...other].every((each) => !one.has(each));
}

const DIGITS = '0123456789';

function lettersOf(codec: ScalarCodec): Letters {
  const schema = codec.describe();
  if (codec.letters !== undefined) return new Set(codec.letters);
  if (Array.isArray(schema['enum'])) return new Set(schema['enum'].map(String).join(''));
  if (schema['contentEncoding'] === 'base16') return new Set(`${DIGITS}abcdefABCDEF :`);
  const body = bodyOf(schema);
  if (body === ANY_INTEGER) return new Set(`-${DIGITS}`);
  return body === ANY_NUMERAL ? new Set(`-+.eE${DIGITS}`) : undefined;
}

const ANY_INTEGER = bodyOf({ pattern: INTEGER });
const ANY_NUMERAL = bodyOf({ pattern: NUMERAL });

/** Gives the text of each value, or undefined for other texts. */
function splitter({ texts, codecs }: TextParts): (text: string) => readonly string[] | undefined {
  const source = codecs.map((codec, at) => `${literally(texts[at] ?? '')}(${bodyOf(codec.describe())})`);
  const pattern = new RegExp(`^${source.join('')}${literally(texts.at(-1) ?? '')}$`, 'u');
  return (text) => pattern.exec(text)?.slice(1);
}

/** A pattern of all such texts, without the marks of its beginning and end. */
function patternOf({ texts, codecs }: TextParts): string {
  const source = codecs.map((codec, at) => `${literally(texts[at] ?? '')}${bodyOf(codec.describe())}`);
  return source.join('') + literally(texts.at(-1) ?? '');
}

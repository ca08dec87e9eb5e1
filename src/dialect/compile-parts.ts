// Compiles a choice that several places tell together: `{ on: $action(true|false|true):json, pulse: ... }`.
import { getterOf, setterOf } from './access-path.js';
import { valuesOf } from './choose-scalar.js';
import type { Compiler } from './compiler.js';
import { addMismatch, noteOrigin } from './decode-run.js';
import { scalarText } from './json-text.js';
import { type Canonical, type Node, NOTHING } from './node.js';
import type { Placeholder } from './sample.js';
import { LEFT_OUT_WORD, type Word } from './scalar-codec.js';
import { lookUp, type ShapeScope, type Together } from './scope.js';
import { readWords } from './words.js';

/** One of the places: the word that it has for each value. */
interface Part {
  readonly words: ReadonlyMap<unknown, Word>;
  /** It may be absent for want of a value. */
  readonly optional: boolean;
  /** What came for a value that is being read. */
  readonly came: WeakMap<Canonical, Word>;
}

export function compilePart(placeholder: Placeholder, scope: ShapeScope, compiler: Compiler): Node {
  const { name, at } = placeholder;
  const field = lookUp(scope, placeholder, compiler.report);
  const values = field && valuesOf(field.schema, compiler.settings);
  if (!field || !values) return NOTHING;
  const key = field.path.join('.');
  if (!scope.shown.has(key)) scope.shown.set(key, at);
  const words = wordsOf(placeholder, values, compiler);
  if (!words) return NOTHING;
  if (placeholder.optional && !field.optional) {
    compiler.report(at, `${name} is never absent`, 'Leave the ? out.');
  }
  const declaredAt = compiler.placeOf(at);
  const whole = (scope.together.get(key) ?? createWhole(field.path, placeholder, values, compiler)) as Whole;
  scope.together.set(key, whole);
  const part: Part = { words, optional: placeholder.optional, came: new WeakMap() };
  whole.parts.push(part);
  return partNode(part, field.path, declaredAt);
}

/** One word for each value; two values may have the same one here. */
function wordsOf(
  placeholder: Placeholder,
  values: readonly unknown[],
  compiler: Compiler,
): ReadonlyMap<unknown, Word> | undefined {
  const { name, words, at } = placeholder;
  if (!words) return new Map(values.map((value) => [value, value as Word]));
  if (words.length !== values.length) {
    const hint = `The words stand for ${values.join(', ')}, in this order.`;
    compiler.report(at, `${name} needs ${values.length} words, and has ${words.length}`, hint);
    return undefined;
  }
  const read = readWords(placeholder, words);
  if ('message' in read) {
    compiler.report(at, read.message, read.hint);
    return undefined;
  }
  return new Map(values.map((value, index) => [value, read[index] as Word]));
}

function partNode({ words, optional, came }: Part, path: readonly string[], declaredAt: string): Node {
  const get = getterOf(path);
  const all = [...new Set(words.values())].filter((word) => word !== LEFT_OUT_WORD);
  const leftOut = all.length < new Set(words.values()).size;
  const encode = (value: Canonical): Exclude<Word, typeof LEFT_OUT_WORD> | undefined => {
    const word = words.get(get(value));
    return word === LEFT_OUT_WORD ? undefined : word;
  };
  return {
    optional: optional || leftOut,
    write: (value) => {
      const word = encode(value);
      return word === undefined ? undefined : scalarText(word);
    },
    describe: () => ({ enum: all }),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, path, wire, declaredAt);
      if (all.includes(wire as (typeof all)[number])) came.set(into, wire as Word);
      else addMismatch(run, `one of ${all.map(String).join(', ')}`, wire, declaredAt);
    },
  };
}

interface Whole extends Together {
  readonly parts: Part[];
}

function createWhole(
  path: readonly string[],
  { name, at }: Placeholder,
  values: readonly unknown[],
  compiler: Compiler,
): Whole {
  const parts: Part[] = [];
  const declaredAt = compiler.placeOf(at);
  return {
    parts,
    close: (report) => {
      const told = values.map((value) => parts.map(({ words }) => shown(words.get(value))).join(' '));
      const twice = values.find((_, index) => told.indexOf(told[index] ?? '') < index);
      if (twice !== undefined) {
        const hint = 'Give one of its places another word for one of them.';
        report(at, `${name} looks the same for ${shown(twice as Word)} as for another value`, hint);
      }
      const set = setterOf(path);
      return (into, run) => {
        const said = parts.map(({ came }) => (came.has(into) ? came.get(into) : LEFT_OUT_WORD));
        const nothing = said.every((word) => word === LEFT_OUT_WORD);
        if (nothing && parts.every(({ optional }) => optional)) return;
        const [value, ...others] = values.filter((each) =>
          parts.every(
            ({ words, optional }, nth) =>
              words.get(each) === said[nth] || (optional && said[nth] === LEFT_OUT_WORD),
          ),
        );
        if (value !== undefined && others.length === 0) set(into, value);
        else if (run.mismatches.length === 0) {
          addMismatch(run, `the places of ${name} to say the same`, into, declaredAt);
        }
      };
    },
  };
}

function shown(word: Word | undefined): string {
  return word === LEFT_OUT_WORD ? 'absent' : JSON.stringify(word);
}

// Compiles `$online+powered(ok|battery|gone|gone)`: one word that tells several fields at once.
import { AssertionError } from '../kernel/assert.js';
import { getterOf, setterOf } from './access-path.js';
import { valuesOf } from './choose-scalar.js';
import type { Compiler } from './compiler.js';
import { addMismatch, noteOrigin } from './decode-run.js';
import { scalarText } from './json-text.js';
import { type Canonical, type Node, NOTHING } from './node.js';
import type { Placeholder } from './sample.js';
import { LEFT_OUT_WORD, type Word } from './scalar-codec.js';
import { type ResolvedField, resolveField, type ShapeScope } from './scope.js';
import { readWords } from './words.js';

interface Told extends ResolvedField {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** One value for each field, and the word for them. */
interface Row {
  readonly values: readonly unknown[];
  readonly word: Word;
}

export function compileCombination(placeholder: Placeholder, scope: ShapeScope, compiler: Compiler): Node {
  const fields = [placeholder.path, ...placeholder.others].map((path) =>
    tellable({ ...placeholder, path, name: `$${path.join('.')}` }, scope, compiler),
  );
  if (!fields.every((field) => field !== undefined)) return NOTHING;
  const rows = rowsOf(placeholder, fields, compiler);
  if (!rows || !isDecidable(placeholder, fields, rows, compiler)) return NOTHING;
  return combinationNode(placeholder, fields, rows, compiler);
}

function tellable(placeholder: Placeholder, scope: ShapeScope, compiler: Compiler): Told | undefined {
  const field = resolveField(scope, placeholder, compiler.report);
  if (!field) return undefined;
  const values = valuesOf(field.schema, compiler.settings);
  if (values) return { ...field, name: placeholder.name, values };
  const hint = 'One word tells fields that are true or false, or a choice.';
  compiler.report(placeholder.at, `${placeholder.name} takes no words`, hint);
  return undefined;
}

function rowsOf(placeholder: Placeholder, fields: readonly Told[], compiler: Compiler): Row[] | undefined {
  const { name, words = [], at } = placeholder;
  const all = fields.reduce<unknown[][]>(
    (rows, { values }) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  const hint = `They stand for ${all.map((row) => row.map(shownValue).join(' and ')).join(', ')}, in this order.`;
  if (words.length !== all.length) {
    compiler.report(at, `${name} needs ${all.length} words, and has ${words.length}`, hint);
    return undefined;
  }
  // An empty word is a combination that does not occur.
  const spoken = words.filter((word) => word !== '');
  const read = readWords(placeholder, spoken);
  if ('message' in read) {
    compiler.report(at, read.message, read.hint);
    return undefined;
  }
  const rows = all.filter((_, index) => words[index] !== '');
  return rows.map((values, index) => ({ values, word: read[index] as Word }));
}

function shownValue(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).replaceAll('"', '');
}

/** What the rows of one word do not have in common stays open, which only a field that may be absent can. */
function isDecidable(
  { name, at }: Placeholder,
  fields: readonly Told[],
  rows: readonly Row[],
  { report }: Compiler,
): boolean {
  for (const { word } of rows) {
    const open = fields.find((field, nth) => !field.optional && !agreed(rows, word, nth));
    if (open) {
      report(at, `${name} has the word ${shownWord(word)} twice`, `It has to tell ${open.name}.`);
      return false;
    }
  }
  return true;
}

function shownWord(word: Word): string {
  return word === LEFT_OUT_WORD ? 'absent' : JSON.stringify(word);
}

/** The one value that all rows with this word have, in a list; undefined when they differ. */
function agreed(rows: readonly Row[], word: Word, nth: number): readonly [unknown] | undefined {
  const values = new Set(rows.filter((row) => row.word === word).map((row) => row.values[nth]));
  return values.size === 1 ? [[...values][0]] : undefined;
}

function combinationNode(
  { name, optional, at }: Placeholder,
  fields: readonly Told[],
  rows: readonly Row[],
  compiler: Compiler,
): Node {
  const getters = fields.map(({ path }) => getterOf(path));
  const setters = fields.map(({ path }) => setterOf(path));
  const declaredAt = compiler.placeOf(at);
  const words = [...new Set(rows.map(({ word }) => word))].filter((word) => word !== LEFT_OUT_WORD);
  const leftOut = rows.some(({ word }) => word === LEFT_OUT_WORD);
  const encode = (value: Canonical): Word | undefined => {
    const given = getters.map((get) => get(value));
    if (optional && given.every((each) => each === undefined)) return undefined;
    const found = new Set(rows.filter((row) => fits(row, given, fields)).map(({ word }) => word));
    if (found.size === 1) return [...found][0];
    if (optional) return undefined;
    throw new AssertionError(
      `${declaredAt}: the dialect has no word for ${name} of ${JSON.stringify(value)}`,
    );
  };
  const written = (value: Canonical): Exclude<Word, typeof LEFT_OUT_WORD> | undefined => {
    const word = encode(value);
    return word === LEFT_OUT_WORD ? undefined : word;
  };
  return {
    optional: optional || leftOut,
    write: (value) => {
      const word = written(value);
      return word === undefined ? undefined : scalarText(word);
    },
    describe: () => ({ enum: words }),
    decode: (wire, into, run) => {
      if (run.origins) for (const { path } of fields) noteOrigin(run, path, wire, declaredAt);
      if (!words.includes(wire as (typeof words)[number])) {
        addMismatch(run, `one of ${words.map(String).join(', ')}`, wire, declaredAt);
        return;
      }
      fields.forEach((_, nth) => {
        const [value] = agreed(rows, wire as Word, nth) ?? [];
        if (value !== undefined) setters[nth]?.(into, value);
      });
    },
  };
}

/** What a value does not say fits every row. */
function fits({ values }: Row, given: readonly unknown[], fields: readonly Told[]): boolean {
  return given.every(
    (each, nth) => values[nth] === each || (each === undefined && !fields[nth]?.values.includes(undefined)),
  );
}

// Compiles what words tell together: one word that tells several fields, `$online+powered(ok|battery|gone|gone)`, and one
// field that several places tell, `{ on: $action(true|false|true):json, pulse: ... }`.
import { AssertionError } from '../kernel/assert.js';
import { readWords, valuesOf, wordsHint } from './choose-scalar.js';
import {
  accessTo,
  addMismatch,
  type Canonical,
  type DecodeRun,
  type Node,
  noteOrigin,
  NOTHING,
  scalarText,
} from './node.js';
import type { Placeholder } from './sample.js';
import { LEFT_OUT_WORD, type Word } from './scalar-codec.js';
import { type Compiler, lookUp, resolveField, type ShapeScope, type Together, neverAbsent } from './scope.js';

type Told = NonNullable<ReturnType<typeof tellable>>;

/** One of the places: for each row the word that it has; undefined for a row that does not occur. */
interface Place {
  readonly words: readonly (Word | undefined)[];
  /** It may be absent for want of a value. */
  readonly optional: boolean;
  /** What came for a value that is being read. */
  readonly came: WeakMap<Canonical, Word>;
}

/** The fields, a row for each combination of their values, and all places that tell them. */
interface Whole extends Together {
  readonly fields: readonly Told[];
  readonly rows: readonly (readonly unknown[])[];
  readonly places: Place[];
}

export function tellsTogether(placeholder: Placeholder, scope: ShapeScope, { settings }: Compiler): boolean {
  if (placeholder.others.length > 0) return true;
  if (!scope.repeated.has(placeholder.name)) return false;
  const field = lookUp(scope, placeholder, () => undefined);
  return field !== undefined && valuesOf(field.schema, settings) !== undefined;
}

export function compileWords(placeholder: Placeholder, scope: ShapeScope, compiler: Compiler): Node {
  const { name, others, optional, at } = placeholder;
  const known = scope.together.get(name) as Whole | undefined;
  const whole = known ?? wholeOf(placeholder, scope, compiler);
  const [field] = whole?.fields ?? [];
  if (!whole || !field) return NOTHING;
  scope.together.set(name, whole);
  const words = wordsOf(placeholder, whole, compiler);
  if (!words) return NOTHING;
  neverAbsent(compiler, others.length === 0 && optional && !field.optional, at, name);
  const place = { words, optional, came: new WeakMap<Canonical, Word>() };
  whole.places.push(place);
  return placeNode(placeholder, place, whole, compiler.placeOf(at));
}

function wholeOf(placeholder: Placeholder, scope: ShapeScope, compiler: Compiler): Whole | undefined {
  const { path: first, others, name, at } = placeholder;
  const fields = [first, ...others].flatMap(
    (path) => tellable({ ...placeholder, path, name: `$${path.join('.')}` }, scope, compiler) ?? [],
  );
  if (fields.length <= others.length) return undefined;
  const rows = fields.reduce<unknown[][]>(
    (all, { values }) => all.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  const declaredAt = compiler.placeOf(at);
  const whole: Whole = {
    fields,
    rows,
    places: [],
    close: (report) => {
      const unclear = whole.places.length > 0 && unclearIn(whole);
      if (unclear) report(at, `${name} ${unclear.what}`, unclear.todo);
      return (into, run) => settle(whole, into, run, `the places of ${name} to say the same`, declaredAt);
    },
  };
  return whole;
}

function tellable(placeholder: Placeholder, scope: ShapeScope, compiler: Compiler) {
  const field = resolveField(scope, placeholder, compiler.report);
  const values = field && valuesOf(field.schema, compiler.settings);
  if (values) return { ...field, name: placeholder.name, values };
  const hint = 'One word tells fields that are true or false, or a choice.';
  if (field) compiler.report(placeholder.at, `${placeholder.name} takes no words`, hint);
  return undefined;
}

/** One word for each row; several rows may have the same one. Without words a single field stands for itself. */
function wordsOf(
  placeholder: Placeholder,
  { fields, rows }: Whole,
  { report }: Compiler,
): readonly (Word | undefined)[] | undefined {
  const { name, at } = placeholder;
  const isSingle = fields.length === 1;
  const words = placeholder.words ?? [];
  if (isSingle && !placeholder.words) return rows.map(([value]) => value as Word);
  if (words.length !== rows.length) {
    const told = rows.map((row) => row.map(shownValue).join(' and ')).join(', ');
    const hint = wordsHint(told);
    report(at, `${name} needs ${rows.length} words, and has ${words.length}`, hint);
    return undefined;
  }
  // An empty word is a combination that does not occur.
  const spoken = isSingle ? words : words.filter((word) => word !== '');
  const read = readWords(placeholder, spoken);
  if (!('message' in read)) {
    const left = read.values();
    return words.map((word) => (word === '' ? undefined : left.next().value));
  }
  report(at, read.message, read.hint);
  return undefined;
}

function shownValue(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).replaceAll('"', '');
}

function shownWord(word: unknown): string {
  return word === LEFT_OUT_WORD ? 'absent' : JSON.stringify(word);
}

/**
 * Rows that look alike in all places, and differ in a field that has to be told. What several fields do not have in
 * common there stays open, which only a field that may be absent can.
 */
function unclearIn({ fields, rows, places }: Whole): { what: string; todo: string } | undefined {
  const told = rows.map((_, nth) => places.map(({ words }) => shownWord(words[nth])).join(' '));
  const occurs = (nth: number): boolean => places.every(({ words }) => words[nth] !== undefined);
  for (const [nth, row] of rows.entries()) {
    const before = told.indexOf(told[nth] ?? '');
    if (before === nth || !occurs(nth)) continue;
    const open = fields.find(
      ({ optional }, at) => (fields.length === 1 || !optional) && row[at] !== rows[before]?.[at],
    );
    if (!open) continue;
    if (fields.length > 1)
      return { what: `has the word ${told[nth]} twice`, todo: `It has to tell ${open.name}.` };
    const todo = 'Give one of its places another word for one of them.';
    return { what: `looks the same for ${shownWord(row[0])} as for another value`, todo };
  }
  return undefined;
}

function placeNode({ name }: Placeholder, place: Place, whole: Whole, declaredAt: string): Node {
  const { words, optional, came } = place;
  const { fields, rows } = whole;
  const getters = fields.map(({ path }) => accessTo(path).get);
  const all = [...new Set(words)].filter((word) => word !== LEFT_OUT_WORD && word !== undefined);
  const encode = (value: Canonical): Word | undefined => {
    const given = getters.map((get) => get(value));
    if (optional && given.every((each) => each === undefined)) return undefined;
    const found = new Set(words.filter((word, nth) => word !== undefined && fits(rows[nth], given, fields)));
    if (found.size === 1) return [...found][0];
    if (optional) return undefined;
    throw new AssertionError(
      `${declaredAt}: the dialect has no word for ${name} of ${JSON.stringify(value)}`,
    );
  };
  return {
    optional: optional || words.includes(LEFT_OUT_WORD),
    write: (value) => {
      const word = encode(value);
      return word === undefined || word === LEFT_OUT_WORD ? undefined : scalarText(word);
    },
    describe: () => ({ enum: all }),
    decode: (wire, into, run) => {
      if (run.origins) for (const { path } of fields) noteOrigin(run, path, wire, declaredAt);
      if (all.includes(wire as (typeof all)[number])) came.set(into, wire as Word);
      else addMismatch(run, `one of ${all.map(String).join(', ')}`, wire, declaredAt);
    },
  };
}

/** What a value does not say fits every row. */
function fits(row: readonly unknown[] = [], given: readonly unknown[], fields: readonly Told[]): boolean {
  return given.every(
    (each, nth) => row[nth] === each || (each === undefined && !fields[nth]?.values.includes(undefined)),
  );
}

/** Puts together what all places have said. */
function settle(
  { fields, rows, places }: Whole,
  into: Canonical,
  run: DecodeRun,
  expected: string,
  declaredAt: string,
): void {
  const said = places.map(({ came }) => (came.has(into) ? came.get(into) : LEFT_OUT_WORD));
  if (said.every((word) => word === LEFT_OUT_WORD) && places.every(({ optional }) => optional)) return;
  const left = rows.filter((_, nth) =>
    places.every(({ words: { [nth]: word }, optional }, at) =>
      word === undefined ? false : word === said[at] || (optional && said[at] === LEFT_OUT_WORD),
    ),
  );
  const told = fields.map((_, nth) => new Set(left.map((row) => row[nth])));
  if (left.length === 0 || (fields.length === 1 && told[0]?.size !== 1)) {
    if (run.mismatches.length === 0) addMismatch(run, expected, into, declaredAt);
    return;
  }
  fields.forEach(({ path }, nth) => {
    const [value, ...others] = told[nth] ?? [];
    if (value !== undefined && others.length === 0) accessTo(path).set(into, value);
  });
}

// Compiles `[ sample ]`: one element of the sample stands for each element of a list of the shape.
import { closest } from '../kernel/did-you-mean.js';
import {
  type FieldAccess,
  accessTo,
  addMismatch,
  type Canonical,
  type DecodeRun,
  type Node,
  noteOrigin,
  NOTHING,
  quotedJson,
  startRun,
  noneOf,
  listParts,
} from './node.js';
import {
  type Compiler,
  createScope,
  finishScope,
  markShown,
  resolveField,
  type ShapeScope,
  neverAbsent,
} from './scope.js';
import { canonicalJsonSchema, describedWithin, type ShapeSchema } from './dialect.js';
import {
  type ListSample,
  type MapSample,
  type Placeholder,
  placeholdersOf,
  type Position,
  type Sample,
  type Template,
  type Value,
} from './sample.js';
import { isComplete, keyOf, type ListField, listsOf } from './schema-facts.js';
import { assert, AssertionError } from '../kernel/assert.js';
import { isObject } from '../kernel/json.js';
import { readTemplateText, type TextCodec } from './compile-text.js';
import { keyPattern, type ScalarCodec, textSchema } from './scalar-codec.js';
import { textOfScalar } from './choose-scalar.js';

export function compileList(sample: ListSample, scope: ShapeScope, compiler: Compiler): Node {
  const list = listFieldFor(placeholdersOf(sample.element), scope, sample.at, compiler);
  if (!list) return NOTHING;
  const inner = elementScope(list, sample.element);
  const compiled = compiler.compile(sample.element, inner, false);
  neverAbsent(compiler, compiled.optional, sample.element.at, 'an element of a list');
  const positional = isPositional(list, inner, sample.at);
  const element = finishScope(compiled, inner, sample, compiler);
  const node = listNode(list, element, compiler.placeOf(sample.at));
  return positional ? byPosition(node, list) : node;
}

/** The list whose elements the placeholders speak of; that it is shown here is taken down. */
function listFieldFor(
  placeholders: readonly Placeholder[],
  scope: ShapeScope,
  at: Position,
  { report }: Compiler,
): ListField | undefined {
  const lists = scope.word === undefined ? listsOf(scope.schema) : [];
  const words = placeholders.map(({ path }) => path[0] ?? '');
  const named = words.find((each) => lists.some(({ word }) => word === each));
  const list = lists.find(({ word }) => word === named);
  if (list) {
    markShown(scope, list.path, `the list of $${list.word}`, at, report);
    return list;
  }
  const [first] = placeholders;
  const known = lists.map(({ word }) => `$${word}`);
  const near = closest(`$${words[0] ?? ''}`, known);
  if (near !== undefined) {
    const meant = lists.find(({ word }) => `$${word}` === near);
    if (meant) scope.meant.add(meant.path.join('.'));
  }
  const hint = near === undefined ? knownHint(known) : `Did you mean ${near}?`;
  report(first?.at ?? at, `${first?.name ?? 'this'} is no element of a list of ${scope.title}`, hint);
  return undefined;
}

function elementScope(list: ListField, sample: Sample): ShapeScope {
  return createScope(list.element, `the sample of $${list.word}`, sample, list.word);
}

function knownHint(known: readonly string[]): string {
  return known.length === 0 ? 'There is no list here.' : `Known: ${known.join(', ')}.`;
}

function listNode(list: ListField, element: Node, declaredAt: string): Node {
  const { get } = accessTo(list.path);
  return {
    optional: false,
    ...noneOf(list),
    write: rememberingLast(
      // Joined rather than added up: the text is one piece, which those who send it need not put together.
      (elements) => `[${elements.map((each) => element.write(each) ?? 'null').join(',')}]`,
      get,
    ),
    parts: (value) => listParts(get(value) as Iterable<Canonical>, (each) => element.write(each) ?? 'null'),
    describe: (how) => ({ ...lengthOf(list), type: 'array', items: element.describe(describedWithin(how)) }),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, list.path, wire, declaredAt);
      if (Array.isArray(wire))
        decodeElements(list, wire.entries(), into, run, (each, content) =>
          element.decode(each, content, run),
        );
      else addMismatch(run, 'an array', wire, declaredAt);
    },
  };
}

/** @param decode puts what stands at a place or under a key into an element of its own. */
function decodeElements<K extends string | number>(
  { path }: ListField,
  entries: Iterable<readonly [K, unknown]>,
  into: Canonical,
  run: DecodeRun,
  decode: (wire: unknown, element: Canonical, key: K) => void,
): void {
  const elements: Canonical[] = [];
  run.canonical.push(...path);
  for (const [key, wire] of entries) {
    const element: Canonical = {};
    run.keys.push(key);
    run.canonical.push(elements.length);
    decode(wire, element, key);
    run.canonical.pop();
    run.keys.pop();
    elements.push(element);
  }
  run.canonical.length -= path.length;
  accessTo(path).set(into, elements);
}

/** A list that is asked for again and again and does not change is written once: its elements are frozen. */
function rememberingLast(
  write: (elements: readonly Canonical[]) => string,
  get: FieldAccess['get'],
): Node['write'] {
  let last: { readonly elements: readonly Canonical[]; readonly text: string } | undefined;
  return (value) => {
    const elements = get(value) as readonly Canonical[];
    if (
      last?.elements.length === elements.length &&
      elements.every((each, at) => each === last?.elements[at])
    )
      return last.text;
    const text = write(elements);
    if (elements.length > 0 && elements.every(Object.isFrozen)) last = { elements: [...elements], text };
    return text;
  };
}

function lengthOf({ schema }: ListField): ShapeSchema {
  const { minItems, maxItems } = canonicalJsonSchema(schema);
  return { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
}

// Lists of all channels of a kind, in which the place of an element is its index: `[true, false]`, `"10"`, `5`.

/** The field that an element's place stands for. */
const INDEX = 'index';

/** True when the list has all channels and the sample does not show their indices; they are then taken as shown. */
function isPositional(list: ListField, scope: ShapeScope, at: Position): boolean {
  if (!isComplete(list) || scope.shown.has('') || scope.shown.has(INDEX) || scope.meant.size > 0)
    return false;
  scope.shown.set(INDEX, at);
  return true;
}

/** Counts the elements of a list that `node` carries without their indices. */
function byPosition(node: Node, list: ListField): Node {
  const { get } = accessTo(list.path);
  const checked = (value: Canonical): Canonical => {
    inOrder(get(value) as readonly Canonical[], list);
    return value;
  };
  return {
    ...node,
    write: (value) => node.write(checked(value)),
    decode: (wire, into, run) => {
      node.decode(wire, into, run);
      const elements = get(into) as Canonical[] | undefined;
      elements?.forEach((each, at) => (each[INDEX] = at + 1));
    },
  };
}

/** The elements, which have to be 1, 2, 3 and so on. */
export function inOrder(elements: readonly Canonical[], { word }: ListField): readonly Canonical[] {
  elements.forEach((each, at) => {
    if (each[INDEX] === at + 1) return;
    throw new AssertionError(
      `the dialect writes each ${word} at the place of its index, and ${at + 1} is missing`,
    );
  });
  return elements;
}

/** Puts elements with a field each into the value. */
export function putAll(list: ListField, into: Canonical, field: string, values: readonly unknown[]): void {
  accessTo(list.path).set(
    into,
    values.map((value, at) => ({ [INDEX]: at + 1, [field]: value })),
  );
}

// Compiles `{ "$relay.index": sample }`: an object whose keys tell the elements of a list apart.

export function compileMap(sample: MapSample, scope: ShapeScope, compiler: Compiler): Node {
  if (!speaksOfElements(sample, scope)) return compileOnlyKey(sample, scope, compiler);
  const list = listFieldFor(placeholdersOf(sample), scope, sample.at, compiler);
  if (!list) return NOTHING;
  const inner = elementScope(list, sample);
  const key = compileKey(sample, list, inner, compiler);
  const value = compiler.compile(sample.value, inner, false);
  neverAbsent(compiler, value.optional, sample.value.at, 'what stands under a key');
  const content = finishScope(value, inner, sample, compiler);
  return key ? mapNode(list, key, content, compiler.placeOf(sample.at)) : NOTHING;
}

/** Otherwise the key says something of the object that it stands in. */
function speaksOfElements({ key }: MapSample, scope: ShapeScope): boolean {
  if (scope.word !== undefined) return false;
  const lists = listsOf(scope.schema);
  return placeholdersOf(key).some(({ path }) => lists.some(({ word }) => word === path[0]));
}

function compileKey(
  { key }: MapSample,
  list: ListField,
  scope: ShapeScope,
  compiler: Compiler,
): TextCodec | undefined {
  const text = readKey(key, scope, compiler);
  if (!text) return undefined;
  const field = keyOf(list.word);
  const [{ name } = { name: 'this' }, ...others] = placeholdersOf(key);
  const names = [name, ...others.map((each) => each.name)];
  if (field !== undefined && names.includes(`$${list.word}.${field}`)) return text;
  const hint = field === undefined ? 'Show them as a list.' : `The key has to be $${list.word}.${field}.`;
  compiler.report(key.at, `two elements may have the same ${name}: it cannot be a key`, hint);
  return undefined;
}

function mapNode(list: ListField, key: TextCodec, value: Node, declaredAt: string): Node {
  const { get } = accessTo(list.path);
  const write = (canonical: Canonical): string => {
    const fields = new Map<string, string>();
    for (const each of get(canonical) as Canonical[]) {
      const name = key.encode(each);
      assert(name !== undefined, 'every element has what its key tells');
      assert(!fields.has(name), 'the dialect has one key for each element, and two share one');
      fields.set(name, `${quotedJson(name)}:${value.write(each) ?? 'null'}`);
    }
    return `{${[...fields.values()].join(',')}}`;
  };
  return {
    optional: false,
    ...noneOf(list),
    write,
    describe: (how) => describeMap(key, value.describe(describedWithin(how))),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, list.path, wire, declaredAt);
      if (!isObject(wire)) return addMismatch(run, 'an object', wire, declaredAt);
      decodeElements(list, elementsIn(wire, key, value), into, run, (content, element, name) => {
        if (!key.decode(name, element, run))
          addMismatch(run, `as key, ${key.expected}`, name, key.declaredAt);
        value.decode(content, element, run);
      });
    },
  };
}

/**
 * Fields that the interface does not name may stand beside the elements: under keys of another form, or with nothing
 * in them that an element has. Where that leaves no element, those with all that one has are under wrong keys.
 */
function elementsIn(wire: object, key: TextCodec, value: Node): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(wire).map(([name, content]) => {
    const element: Canonical = {};
    const attempt = startRun('');
    value.decode(content, element, attempt);
    const hasAll = attempt.mismatches.length === 0;
    const hasAny = hasAll || Object.keys(element).length > 0;
    return { entry: [name, content] as const, isNamed: key.decode(name, {}, startRun('')), hasAll, hasAny };
  });
  const named = entries.filter(({ isNamed }) => isNamed);
  const elements = named.filter(({ hasAny }) => hasAny);
  const [taken] = [elements, named, entries.filter(({ hasAll }) => hasAll)].filter((each) => each.length > 0);
  return (taken ?? []).map(({ entry }) => entry);
}

/** What the keys look like; a key that is none of these would be no element. */
function describeMap({ schema }: TextCodec, value: ShapeSchema): ShapeSchema {
  const pattern = keyPattern(textSchema(schema));
  if (pattern === undefined) return { type: 'object', additionalProperties: value };
  return { type: 'object', patternProperties: { [pattern]: value }, additionalProperties: false };
}

// Compiles `{ "$action(close|open|pulse)": {} }`: an object whose only key says something of what it stands for.

function compileOnlyKey(sample: MapSample, scope: ShapeScope, compiler: Compiler): Node {
  const key = readKey(sample.key, scope, compiler);
  const value = compiler.compile(sample.value, scope, false);
  neverAbsent(compiler, value.optional, sample.value.at, 'what stands under a key');
  if (!key) return NOTHING;
  const declaredAt = compiler.placeOf(sample.at);
  const pattern = keyPattern(textSchema(key.schema)) ?? '';
  return {
    optional: false,
    write: (content) => {
      const name = key.encode(content);
      if (name === undefined) throw new AssertionError(`${declaredAt}: the value of this key is missing`);
      return `{${quotedJson(name)}:${value.write(content) ?? 'null'}}`;
    },
    describe: (how) => ({
      type: 'object',
      patternProperties: { [pattern]: value.describe(how) },
      minProperties: 1,
    }),
    decode: (wire, into, run) => {
      if (!isObject(wire)) return addMismatch(run, 'an object', wire, declaredAt);
      const names = Object.keys(wire);
      const [name, ...others] = names.filter((each) => key.decode(each, {}, startRun('')));
      if (name === undefined || others.length > 0) {
        addMismatch(run, `one key: ${key.expected}`, wire, key.declaredAt);
        return;
      }
      run.keys.push(name);
      key.decode(name, into, run);
      value.decode(wire[name], into, run);
      run.keys.pop();
    },
  };
}

// Keys of objects that say something: the index of a relay, the name of a sensor, an action.

/** What is wrong with it is reported. A key reads only what it would itself write. */
function readKey(key: Value | Template, scope: ShapeScope, compiler: Compiler): TextCodec | undefined {
  const { texts = ['', ''], placeholders = [] } = key.kind === 'template' ? key : {};
  const placeholder = key.kind === 'value' ? key.placeholder : placeholders[0];
  if (key.kind === 'template' && placeholders.length > 1) {
    const text = readTemplateText(key, scope, compiler);
    return text && strict(text);
  }
  const field = placeholder && resolveField(scope, placeholder, compiler.report);
  if (!field) return undefined;
  neverAbsent(compiler, placeholder.optional, key.at, 'a key');
  const codec = textOfScalar(field, placeholder, compiler, texts);
  return codec && single(codec, field.path, compiler.placeOf(key.at));
}

function single(codec: ScalarCodec, path: readonly string[], declaredAt: string): TextCodec {
  const { get, set } = accessTo(path);
  return {
    declaredAt,
    expected: codec.expected,
    schema: codec.describe(),
    encode: (value) => {
      const content = get(value);
      return content === undefined ? undefined : String(codec.encode(content));
    },
    decode: (wire, into, run) => {
      const content = codec.decode(wire);
      if (run.origins) noteOrigin(run, path, wire, declaredAt);
      // A key that would be written otherwise, such as 1.0 for 1, could stand beside its twin.
      if (content === undefined || codec.encode(content) !== wire) return false;
      set(into, content);
      return true;
    },
  };
}

function strict(text: TextCodec): TextCodec {
  return {
    ...text,
    decode: (wire, into, run) => {
      const read: Canonical = {};
      return text.decode(wire, read, run) && text.encode(read) === wire && text.decode(wire, into, run);
    },
  };
}

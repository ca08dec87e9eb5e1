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
  noneOf,
  listParts,
} from './node.js';
import { type Compiler, createScope, finishScope, markShown, type ShapeScope, neverAbsent } from './scope.js';
import { canonicalJsonSchema, describedWithin, type ShapeSchema } from './dialect.js';
import { type ListSample, type Placeholder, placeholdersOf, type Position, type Sample } from './sample.js';
import { groupOf, isComplete, keyOf, type ListField, listsOf } from './schema-facts.js';
import { AssertionError } from '../kernel/assert.js';

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
export function listFieldFor(
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

export function elementScope(list: ListField, sample: Sample): ShapeScope {
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
        decodeElements({ ...list, declaredAt }, wire.entries(), into, run, (each, content) =>
          element.decode(each, content, run),
        );
      else addMismatch(run, 'an array', wire, declaredAt);
    },
  };
}

/** @param decode puts what stands at a place or under a key into an element of its own. */
export function decodeElements<K extends string | number, W>(
  { declaredAt, ...list }: ListField & { readonly declaredAt: string },
  entries: Iterable<readonly [K, W]>,
  into: Canonical,
  run: DecodeRun,
  decode: (wire: W, element: Canonical, key: K) => void,
): void {
  const { path } = list;
  const elements: Canonical[] = [];
  const field = groupOf(list.schema) && keyOf(list.word);
  const channels = new Map<unknown, Canonical>();
  run.canonical.push(...path);
  for (const [key, wire] of entries) {
    const element: Canonical = {};
    run.keys.push(key);
    run.canonical.push(elements.length);
    decode(wire, element, key);
    const index = field && element[field];
    const known = channels.get(index);
    if (known && Object.keys(element).some((name) => known[name] !== element[name]))
      addMismatch(run, `one state of ${list.word} ${String(index)}`, wire, declaredAt);
    if (index !== undefined) channels.set(index, element);
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

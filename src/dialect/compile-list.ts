// Compiles `[ sample ]`: one element of the sample stands for each element of a list of the shape.
import { closest } from '../kernel/closest.js';
import {
  addMismatch,
  type Canonical,
  type Getter,
  getterOf,
  type Node,
  noteOrigin,
  NOTHING,
  setterOf,
} from './node.js';
import { type Compiler, createScope, finishScope, markShown, type ShapeScope } from './scope.js';
import { canonicalJsonSchema, describedWithin, type ShapeSchema } from './dialect.js';
import type { Position } from './problems.js';
import { byPosition, isPositional } from './positions.js';
import { type ListSample, type Placeholder, placeholdersOf, type Sample } from './sample.js';
import { type ListField, listsOf } from './schema-facts.js';

export function compileList(sample: ListSample, scope: ShapeScope, compiler: Compiler): Node {
  const list = listFieldFor(placeholdersOf(sample.element), scope, sample.at, compiler);
  if (!list) return NOTHING;
  const inner = elementScope(list, sample.element);
  const compiled = compiler.compile(sample.element, inner, false);
  if (compiled.optional) {
    compiler.report(sample.element.at, 'an element of a list is never absent', 'Leave the ? out.');
  }
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
  const get = getterOf(list.path);
  const set = setterOf(list.path);
  return {
    optional: false,
    write: rememberingLast(
      // Joined rather than added up: the text is one piece, which those who send it need not put together.
      (elements) => `[${elements.map((each) => element.write(each) ?? 'null').join(',')}]`,
      get,
    ),
    parts: (value) => partsOf(get(value) as Iterable<Canonical>, (each) => element.write(each) ?? 'null'),
    describe: (how) => ({ ...lengthOf(list), type: 'array', items: element.describe(describedWithin(how)) }),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, list.path, wire, declaredAt);
      if (!Array.isArray(wire)) {
        addMismatch(run, 'an array', wire, declaredAt);
        return;
      }
      const elements: Canonical[] = [];
      run.canonical.push(...list.path);
      for (const [index, each] of wire.entries()) {
        const content: Canonical = {};
        run.keys.push(index);
        run.canonical.push(index);
        element.decode(each, content, run);
        run.canonical.pop();
        run.keys.pop();
        elements.push(content);
      }
      run.canonical.length -= list.path.length;
      set(into, elements);
    },
  };
}

/** Elements of one part: ten kilobytes of text, and a fraction of a millisecond of work. */
const ELEMENTS_IN_PART = 100;

function* partsOf(elements: Iterable<Canonical>, write: (element: Canonical) => string): Generator<string> {
  let texts: string[] = [];
  let before = '[';
  for (const element of elements) {
    texts.push(write(element));
    if (texts.length < ELEMENTS_IN_PART) continue;
    yield before + texts.join(',');
    texts = [];
    before = ',';
  }
  // Nothing stands between the brackets of an empty list, nor after the last full part.
  yield texts.length === 0 ? `${before === '[' ? '[' : ''}]` : `${before}${texts.join(',')}]`;
}

/** A list that is asked for again and again and does not change is written once: its elements are frozen. */
function rememberingLast(write: (elements: readonly Canonical[]) => string, get: Getter): Node['write'] {
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

// Lists of all channels of a kind, in which the place of an element is its index: `[true, false]`, `"10"`, `5`.
import { AssertionError } from '../kernel/assert.js';
import { type Canonical, getterOf, type Node, setterOf } from './node.js';
import type { Position } from './problems.js';
import { type ListField, isComplete } from './schema-facts.js';
import type { ShapeScope } from './scope.js';

/** The field that an element's place stands for. */
const INDEX = 'index';

/** True when the list has all channels and the sample does not show their indices; they are then taken as shown. */
export function isPositional(list: ListField, scope: ShapeScope, at: Position): boolean {
  if (!isComplete(list) || scope.shown.has('') || scope.shown.has(INDEX) || scope.meant.size > 0)
    return false;
  scope.shown.set(INDEX, at);
  return true;
}

/** Counts the elements of a list that `node` carries without their indices. */
export function byPosition(node: Node, list: ListField): Node {
  const get = getterOf(list.path);
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
  setterOf(list.path)(
    into,
    values.map((value, at) => ({ [INDEX]: at + 1, [field]: value })),
  );
}

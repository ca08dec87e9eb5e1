import type { Canonical, Node } from './node.js';
import type { Position } from './problems.js';
import { type List } from './schema-facts.js';
import type { Scope } from './scope.js';
/** True when the list has all channels and the sample does not show their indices; they are then taken as shown. */
export declare function isPositional(list: List, scope: Scope, at: Position): boolean;
/** Counts the elements of a list that `node` carries without their indices. */
export declare function byPosition(node: Node, list: List): Node;
/** The elements, which have to be 1, 2, 3 and so on. */
export declare function inOrder(elements: readonly Canonical[], { word }: List): readonly Canonical[];
/** Puts elements with a field each into the value. */
export declare function putAll(list: List, into: Canonical, field: string, values: readonly unknown[]): void;

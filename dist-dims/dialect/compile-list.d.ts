import type { Compiler } from './compiler.js';
import { type Node } from './node.js';
import type { Position } from './problems.js';
import { type ListSample, type Placeholder, type Sample } from './sample.js';
import { type List } from './schema-facts.js';
import { type Scope } from './scope.js';
export declare function compileList(sample: ListSample, scope: Scope, compiler: Compiler): Node;
/** The list whose elements the placeholders speak of; that it is shown here is taken down. */
export declare function listOf(placeholders: readonly Placeholder[], scope: Scope, at: Position, { report }: Compiler): List | undefined;
export declare function elementScope(list: List, sample: Sample): Scope;

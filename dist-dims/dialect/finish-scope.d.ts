import type { Compiler } from './compiler.js';
import type { Node } from './node.js';
import { type Sample } from './sample.js';
import { type Scope } from './scope.js';
export declare function finishScope(node: Node, scope: Scope, sample: Sample, { report }: Compiler): Node;

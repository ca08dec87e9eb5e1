import type { Compiler } from './compiler.js';
import { type Node } from './node.js';
import type { Placeholder } from './sample.js';
import { type Scope } from './scope.js';
export declare function compileCombination(placeholder: Placeholder, scope: Scope, compiler: Compiler): Node;

import type { Compiler } from './compiler.js';
import { type Node } from './node.js';
import type { Template, Value } from './sample.js';
import { type Scope } from './scope.js';
export declare function compileValue(sample: Value | Template, scope: Scope, compiler: Compiler): Node;

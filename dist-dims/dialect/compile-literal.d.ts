import type { Compiler } from './compiler.js';
import type { Node } from './node.js';
import type { Literal } from './sample.js';
export declare function compileLiteral({ value, at }: Literal, compiler: Compiler): Node;

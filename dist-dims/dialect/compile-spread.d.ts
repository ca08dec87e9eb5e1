import type { Compiler } from './compiler.js';
import type { Node } from './node.js';
import type { ObjectSample, SpreadSample } from './sample.js';
import type { Scope } from './scope.js';
/** @param around the object without what is spread. */
export declare function withSpread(around: Node, { value: sample, at }: SpreadSample, { fields }: ObjectSample, scope: Scope, compiler: Compiler): Node;

import type { Compiler } from './compiler.js';
import type { Node } from './node.js';
import { type ObjectSample } from './sample.js';
import type { Scope } from './scope.js';
/**
 * An object in which every placeholder is optional is itself optional where the sample around it can do
 * without it: it is left out when none of them has a value, and nothing is missed when it does not come.
 */
export declare function compileObject(sample: ObjectSample, scope: Scope, compiler: Compiler, omissible: boolean): Node;

import type { Compiler } from './compiler.js';
import { type Node } from './node.js';
import type { MapSample } from './sample.js';
import type { Scope } from './scope.js';
export declare function compileOnlyKey(sample: MapSample, scope: Scope, compiler: Compiler): Node;

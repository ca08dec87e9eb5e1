import type { Compiler } from './compiler.js';
import { type Node } from './node.js';
import type { Placeholder, Value } from './sample.js';
import { type Scope } from './scope.js';
export declare const CHANNEL_ENCODINGS: string[];
export declare function speaksOfChannels(scope: Scope, { path, encodings }: Placeholder): boolean;
export declare function compileChannels({ placeholder }: Value, scope: Scope, compiler: Compiler): Node;

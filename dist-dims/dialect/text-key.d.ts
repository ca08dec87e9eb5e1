import { type TextCodec } from './compile-text.js';
import type { Compiler } from './compiler.js';
import type { Template, Value } from './sample.js';
import { type Scope } from './scope.js';
/** What is wrong with it is reported. A key reads only what it would itself write. */
export declare function readKey(key: Value | Template, scope: Scope, compiler: Compiler): TextCodec | undefined;

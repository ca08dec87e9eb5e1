import type { Compiler } from './compiler.js';
import { type DecodeRun } from './decode-run.js';
import type { JsonSchema } from './json-schema.js';
import { type Canonical, type Node } from './node.js';
import type { Template } from './sample.js';
import { type Scope } from './scope.js';
export declare function compileText(template: Template, scope: Scope, compiler: Compiler): Node;
/** A compiled text. */
export interface TextCodec {
    readonly declaredAt: string;
    readonly expected: string;
    readonly schema: JsonSchema;
    /** Undefined when a value is missing that the text has to have. */
    encode(value: Canonical): string | undefined;
    /** False when it is another text; then nothing was read. */
    decode(wire: unknown, into: Canonical, run: DecodeRun): boolean;
}
/** What is wrong with it is reported. */
export declare function readText(template: Template, scope: Scope, compiler: Compiler): TextCodec | undefined;

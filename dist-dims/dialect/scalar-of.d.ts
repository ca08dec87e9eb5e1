import type { Compiler } from './compiler.js';
import type { Placeholder } from './sample.js';
import { type ScalarCodec } from './scalar-codec.js';
import type { Resolved } from './scope.js';
/** What does not fit is reported. */
export declare function scalarOf(field: Resolved, placeholder: Placeholder, compiler: Compiler): ScalarCodec | undefined;
/** The same for a place within text, with what stands around it. A list is no text, nor are words that look alike. */
export declare function textOf(field: Resolved, placeholder: Placeholder, compiler: Compiler, [prefix, suffix]?: readonly string[]): ScalarCodec | undefined;
/** A field that has to be there is not optional; `what` calls the place. */
export declare function reportOptional(placeholder: Placeholder, field: Resolved, { report }: Compiler, what?: string): void;

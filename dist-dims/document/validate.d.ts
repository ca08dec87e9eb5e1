import type { z } from 'zod';
import type { Problem } from './problem.js';
import type { Path, Read, YamlDocument } from './yaml-document.js';
/** Objects of the schema should be strict: an unknown key is then reported, with the key it comes nearest to. */
export declare function validate<S extends z.ZodType>(document: YamlDocument, schema: S): Read<z.output<S>>;
/** A problem at the value at `path`. */
export declare function problemAt(document: YamlDocument, path: Path, message: string, hint?: string): Problem;
/** A problem at a name that is not known, with the nearest known one as a hint. */
export declare function unknownName(document: YamlDocument, path: Path, what: string, name: string, known: Iterable<string>): Problem;

import type { JsonSchema } from './json-schema.js';
export declare const INTEGER: string;
export declare const NUMERAL: string;
/** The schema of the same scalar as a JSON string. */
export declare function textSchema(schema: JsonSchema): JsonSchema;
/** The schema of the same text with other text around it. */
export declare function surroundedSchema(schema: JsonSchema, prefix: string, suffix: string): JsonSchema;
/** The pattern of keys that are such a text; undefined when every key is one. */
export declare function keyPattern(schema: JsonSchema): string | undefined;
/** What stands for such a text within a pattern. */
export declare function bodyOf(schema: JsonSchema): string;
export declare function literally(text: string): string;

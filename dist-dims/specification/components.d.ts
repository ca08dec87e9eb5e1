import type { Dialect, JsonSchema } from '../dialect/dialect.js';
export declare function refer(name: string): JsonSchema;
/** Of all the schemas, those that `document` needs, by name. */
export declare function componentsFor(document: unknown, dialect: Dialect): Record<string, JsonSchema>;

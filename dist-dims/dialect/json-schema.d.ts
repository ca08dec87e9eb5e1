import { z } from 'zod';
import type { ShapeName } from '../contract/schemas/shapes.js';
export type JsonSchema = Readonly<Record<string, unknown>>;
/** How a shape is to be described. Paths are those of the canonical value, joined by dots. */
export interface Description {
    /** The reference to a shape that is written within another; without it, that shape is described in place. */
    readonly refer?: (shape: ShapeName) => JsonSchema;
    /** Canonical values that are known: their form on the wire is the only one there. */
    readonly fixed?: Readonly<Record<string, unknown>>;
    /** What stands where the dialect passes data as they are. */
    readonly open?: Readonly<Record<string, JsonSchema>>;
}
/** The description of a part with paths of its own. */
export declare function describedWithin({ refer }: Description): Description;
/** What the canonical schema says of a value that the wire writes as it is. */
export declare function canonicalJsonSchema(schema: z.core.$ZodType): JsonSchema;

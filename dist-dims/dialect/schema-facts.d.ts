import { z } from 'zod';
import { type ShapeName } from '../contract/schemas/shapes.js';
export interface Field {
    /** Without the mark of being optional. */
    readonly schema: z.core.$ZodType;
    readonly optional: boolean;
}
/** A list inside a shape: `path` leads to it, and a sample speaks of its elements by `word`. */
export interface List {
    readonly word: string;
    readonly path: readonly string[];
    readonly schema: z.core.$ZodType;
    readonly element: z.ZodObject;
}
export declare function keyOf(word: string): string | undefined;
/** The shape that a schema belongs to, when it has one of its own. */
export declare function shapeOf(schema: z.core.$ZodType): ShapeName | undefined;
/** The field at `path`; an empty path is the object itself. */
export declare function fieldAt(schema: z.ZodObject, path: readonly string[]): Field | undefined;
/** The lists of a shape, also those within its objects. */
export declare function listsOf(schema: z.ZodObject, path?: readonly string[]): List[];
/** Every path that a placeholder may name, lists left out. */
export declare function pathsOf(schema: z.ZodObject, path?: readonly string[]): string[][];
/** Paths of fields that every value has, and that `isShown` does not know; an object counts as its shape. */
export declare function missingFrom(schema: z.ZodObject, isShown: (path: readonly string[], partly: boolean) => boolean, path?: readonly string[]): string[][];
export declare function fieldsOf(schema: z.ZodObject): [string, Field][];
export declare function isComplete({ schema }: List): boolean;

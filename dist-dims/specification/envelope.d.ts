import type { z } from 'zod';
import { type ErrorCode } from '../contract/error-codes.js';
import type { Dialect, JsonSchema } from '../dialect/dialect.js';
/** @param frame the canonical schema of what surrounds the data. */
export declare function successSchema(frame: z.ZodObject, data: JsonSchema): JsonSchema;
/** One alternative for each of the codes, as the dialect writes them. */
export declare function refusalSchema(frame: z.ZodObject, codes: readonly ErrorCode[], dialect: Dialect): JsonSchema;
export declare function meaningOf(code: ErrorCode): string;
/** A reply as it may look. */
export declare function refusalExample(code: ErrorCode, dialect: Dialect): Record<string, unknown>;

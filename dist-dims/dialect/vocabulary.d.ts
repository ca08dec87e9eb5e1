import { z } from 'zod';
import type { CommandStatus } from '../contract/schemas/scalars.js';
import { type ScalarCodec } from './scalar-codec.js';
/** The setting `commandStatus`: for each status its words; no word has two meanings. */
export declare const vocabulary: z.ZodObject<{
    pending: z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    succeeded: z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    failed: z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    timeout: z.ZodDefault<z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
}, z.core.$strict>;
/** The first word of a status is written, all are read. */
export declare function statusCodec(given: Readonly<Record<CommandStatus, readonly (string | number | boolean)[]>>): ScalarCodec;

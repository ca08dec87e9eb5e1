import { z } from 'zod';
import type { TraceRecord } from './record.js';
/** Fields beyond those of a kind stay as they are: a later version may have more. */
export declare const traceRecord: z.ZodType<TraceRecord>;

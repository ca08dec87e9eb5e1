import { z } from 'zod';
/** A duration, turned into whole ms; `least` in ms. */
export declare function duration(least?: number): z.ZodType<number, string>;
/** A duration of more than nothing. */
export declare const span: () => z.ZodType<number, string>;
/** A wait of somebody: more than nothing, and at most ten minutes. */
export declare function wait(): z.ZodType<number, string>;

import { z } from 'zod';
import type { Feature } from '../contract/features.js';
import type { Misfit } from './misfit.js';
import type { Placeholder } from './sample.js';
import { type ScalarCodec } from './scalar-codec.js';
/** What the dialect says once for all its shapes. */
export interface ScalarSettings {
    readonly indexBase: 0 | 1;
    readonly statuses: ScalarCodec;
    readonly without: ReadonlySet<Feature>;
}
export declare function chooseScalar(schema: z.core.$ZodType, placeholder: Placeholder, settings: ScalarSettings): ScalarCodec | Misfit;
/** The values that words of a field stand for, in the order of the words; undefined where it takes none. */
export declare function valuesOf(schema: z.core.$ZodType, settings: ScalarSettings): readonly unknown[] | undefined;

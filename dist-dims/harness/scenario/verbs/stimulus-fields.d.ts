import { z } from 'zod';
import type { Act } from '../../profile/stimuli/act.js';
import { type StimulusName } from '../../profile/stimuli/catalogue.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import { type Checker } from '../language/names.js';
export declare const stimulusFields: {
    device: z.ZodOptional<z.ZodString>;
    client: z.ZodOptional<z.ZodString>;
    input: z.ZodOptional<z.ZodString>;
    analogInput: z.ZodOptional<z.ZodString>;
    sensor: z.ZodOptional<z.ZodString>;
    active: z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, z.ZodString]>>;
    value: z.ZodOptional<z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>>;
    data: z.ZodOptional<z.ZodString>;
};
export type StimulusFields = z.output<z.ZodObject<typeof stimulusFields>>;
export declare function checkStimulus(fields: StimulusFields & {
    stimulate: StimulusName;
}, check: Checker): void;
/** @param fields with references resolved. */
export declare function actOf(context: ExecutionContext, stimulus: Act['name'], fields: StimulusFields): Act;

import { z } from 'zod';
import type { Device, DeviceStimuli } from '../device/device.js';
import { type Pattern } from '../device/pattern.js';
import type { Journal } from './journal/journal.js';
/** One thing done to a device, as the control plane takes it. */
export declare const stimulusSchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"set-input">;
    index: z.ZodInt;
    active: z.ZodBoolean;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"drive-input">;
    index: z.ZodInt;
    pattern: z.ZodPipe<z.ZodString, z.ZodTransform<Pattern, string>>;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"set-analog">;
    index: z.ZodInt;
    value: z.ZodNumber;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"drive-analog">;
    index: z.ZodInt;
    signal: import("../fleet/schema/signals.js").SignalSchema;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"set-sensor">;
    key: z.ZodString;
    value: z.ZodNumber;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"drive-sensor">;
    key: z.ZodString;
    signal: import("../fleet/schema/signals.js").SignalSchema;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"cut-power">;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"restore-power">;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"drop-link">;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"restore-link">;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"inject-rs485">;
    data: z.ZodString;
}, z.core.$strict>], "kind">;
export type Stimulus = z.output<typeof stimulusSchema>;
/** False when the device has no such channel. */
export declare function applyStimulus(stimuli: DeviceStimuli, stimulus: Stimulus): boolean;
/** The stimuli of the device; each is noted before it takes effect, so that the journal tells causes first. */
export declare function journalled(device: Device, journal: Journal): DeviceStimuli;

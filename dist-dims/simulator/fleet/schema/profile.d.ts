import { z } from 'zod';
import { type Pattern } from '../../device/pattern.js';
import type { SignalSchema } from './signals.js';
export declare const timing: z.ZodObject<{
    refresh: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    control: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    config: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    jitter: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    answerTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    transceiveTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
}, z.core.$strict>;
export declare function profileSchema(signal: SignalSchema): z.ZodObject<{
    model: z.ZodExactOptional<z.ZodString>;
    relays: z.ZodPrefault<z.ZodArray<z.ZodObject<{
        count: z.ZodDefault<z.ZodInt>;
        jogDuration: z.ZodDefault<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        bootState: z.ZodDefault<z.ZodEnum<{
            last: "last";
            off: "off";
            on: "on";
        }>>;
        wiredTo: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodInt, z.ZodTransform<{
            input: number;
            inverted: boolean;
        }, number>>, z.ZodObject<{
            input: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>>;
    digitalInputs: z.ZodPrefault<z.ZodArray<z.ZodObject<{
        count: z.ZodDefault<z.ZodInt>;
        active: z.ZodDefault<z.ZodBoolean>;
        debounce: z.ZodDefault<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        bounce: z.ZodExactOptional<z.ZodObject<{
            edges: z.ZodInt;
            within: z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>;
        }, z.core.$strict>>;
        pattern: z.ZodExactOptional<z.ZodType<Pattern, unknown, z.core.$ZodTypeInternals<Pattern, unknown>>>;
    }, z.core.$strict>>>;
    analogInputs: z.ZodPrefault<z.ZodArray<z.ZodObject<{
        signal: z.ZodPrefault<SignalSchema>;
        unit: z.ZodExactOptional<z.ZodString>;
        decimals: z.ZodDefault<z.ZodInt>;
        count: z.ZodDefault<z.ZodInt>;
    }, z.core.$strict>>>;
    sensors: z.ZodPrefault<z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodObject<{
        signal: z.ZodPrefault<SignalSchema>;
        unit: z.ZodExactOptional<z.ZodString>;
        decimals: z.ZodDefault<z.ZodInt>;
    }, z.core.$strict>>, z.ZodTransform<{
        signal: import("../../device/signals/signal.js").SignalSpec;
        unit?: string;
        decimals: number;
        key: string;
    }[], Record<string, {
        signal: import("../../device/signals/signal.js").SignalSpec;
        unit?: string;
        decimals: number;
    }>>>>;
    rs485: z.ZodExactOptional<z.ZodType<import("../../device/rs485/rs485-spec.js").Rs485Spec, unknown, z.core.$ZodTypeInternals<import("../../device/rs485/rs485-spec.js").Rs485Spec, unknown>>>;
    timing: z.ZodExactOptional<z.ZodObject<{
        refresh: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        control: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        config: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        jitter: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        answerTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        transceiveTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    power: z.ZodExactOptional<z.ZodObject<{
        holdUp: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        boot: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** What one device may have otherwise than its profile: whole groups of channels, single times. */
export declare function overridesSchema(signal: SignalSchema): z.ZodObject<{
    relays: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
        count: z.ZodDefault<z.ZodInt>;
        jogDuration: z.ZodDefault<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        bootState: z.ZodDefault<z.ZodEnum<{
            last: "last";
            off: "off";
            on: "on";
        }>>;
        wiredTo: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodInt, z.ZodTransform<{
            input: number;
            inverted: boolean;
        }, number>>, z.ZodObject<{
            input: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>>;
    digitalInputs: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
        count: z.ZodDefault<z.ZodInt>;
        active: z.ZodDefault<z.ZodBoolean>;
        debounce: z.ZodDefault<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        bounce: z.ZodExactOptional<z.ZodObject<{
            edges: z.ZodInt;
            within: z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>;
        }, z.core.$strict>>;
        pattern: z.ZodExactOptional<z.ZodType<Pattern, unknown, z.core.$ZodTypeInternals<Pattern, unknown>>>;
    }, z.core.$strict>>>;
    analogInputs: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
        signal: z.ZodPrefault<SignalSchema>;
        unit: z.ZodExactOptional<z.ZodString>;
        decimals: z.ZodDefault<z.ZodInt>;
        count: z.ZodDefault<z.ZodInt>;
    }, z.core.$strict>>>;
    sensors: z.ZodExactOptional<z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodObject<{
        signal: z.ZodPrefault<SignalSchema>;
        unit: z.ZodExactOptional<z.ZodString>;
        decimals: z.ZodDefault<z.ZodInt>;
    }, z.core.$strict>>, z.ZodTransform<{
        signal: import("../../device/signals/signal.js").SignalSpec;
        unit?: string;
        decimals: number;
        key: string;
    }[], Record<string, {
        signal: import("../../device/signals/signal.js").SignalSpec;
        unit?: string;
        decimals: number;
    }>>>>;
    rs485: z.ZodExactOptional<z.ZodType<import("../../device/rs485/rs485-spec.js").Rs485Spec, unknown, z.core.$ZodTypeInternals<import("../../device/rs485/rs485-spec.js").Rs485Spec, unknown>>>;
    timing: z.ZodExactOptional<z.ZodObject<{
        refresh: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        control: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        config: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        jitter: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        answerTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        transceiveTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    power: z.ZodExactOptional<z.ZodObject<{
        holdUp: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        boot: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
export type ProfileFile = z.output<ReturnType<typeof profileSchema>>;
export type OverridesFile = z.output<ReturnType<typeof overridesSchema>>;

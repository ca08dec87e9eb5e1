import { z } from 'zod';
import { type OperationName, type ParamsOf } from '../../../contract/operations.js';
import type { Checker } from '../language/names.js';
import type { BoundDevice } from '../view/bound-device.js';
import { type RequestVerb } from './request-verb.js';
import type { Verb } from './verb.js';
/** Fields that each of them takes beside its own. */
export declare const operating: {
    rule: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
    provided: z.ZodOptional<z.ZodUnion<readonly [z.ZodArray<z.ZodObject<{
        that: z.ZodUnknown;
        is: z.ZodUnknown;
    }, z.core.$strict>>, z.ZodObject<{
        that: z.ZodUnknown;
        is: z.ZodUnknown;
    }, z.core.$strict>]>>;
    insist: z.ZodOptional<z.ZodUnion<readonly [z.ZodEnum<{
        DEVICE_BUSY: "DEVICE_BUSY";
        RATE_LIMITED: "RATE_LIMITED";
        broken: "broken";
    }>, z.ZodArray<z.ZodEnum<{
        DEVICE_BUSY: "DEVICE_BUSY";
        RATE_LIMITED: "RATE_LIMITED";
        broken: "broken";
    }>>]>>;
    confirm: z.ZodOptional<z.ZodLiteral<true>>;
    via: z.ZodOptional<z.ZodString>;
    client: z.ZodOptional<z.ZodString>;
    as: z.ZodOptional<z.ZodString>;
    expect: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnknown>]>>;
    within: z.ZodOptional<z.ZodObject<{
        since: z.ZodString;
        atMost: z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>;
    }, z.core.$strict>>;
    authenticate: z.ZodOptional<z.ZodString>;
    optional: z.ZodOptional<z.ZodLiteral<true>>;
    cut: z.ZodOptional<z.ZodLiteral<true>>;
    patient: z.ZodOptional<z.ZodBoolean>;
    key: z.ZodOptional<z.ZodString>;
    settled: z.ZodOptional<z.ZodBoolean>;
};
type Operating = z.output<z.ZodObject<typeof operating>> & {
    readonly compatibility?: true | undefined;
};
type Given = 'channels' | 'device' | 'scope' | 'creates' | 'works' | 'check' | 'request';
export interface OperationVerb<F extends Operating, N extends OperationName> extends Omit<RequestVerb<F>, Given> {
    readonly operation: N;
    /** The names that stand in its own fields; `device` is the scenario's name of the device, where it has one. */
    check?(fields: F, check: Checker, device: string | undefined): void;
    /** Undefined for a device that is given by its identifier: any channel will do there. */
    params(fields: F, device: BoundDevice | undefined): ParamsOf<N>;
}
/** A verb whose own key names the device that the operation is for. */
export declare function defineOperationVerb<F extends Operating, N extends OperationName>(verb: OperationVerb<F, N>): Verb;
export {};

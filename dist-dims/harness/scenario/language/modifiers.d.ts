import { z } from 'zod';
/** A name that a scenario gives to a capture, a connection, a device, a client, a relay or a key. */
export declare const name: z.ZodString;
export declare const TOO_LONG: string;
/** A duration as text, as in `250ms` or `3s`; in code it is a number of ms. */
export declare const duration: z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>;
/** Fields and what they must match; a text alone is the expected code. */
export declare const expectation: z.ZodUnion<readonly [z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnknown>]>;
export type Expectation = z.output<typeof expectation>;
export declare const statement: z.ZodObject<{
    that: z.ZodUnknown;
    is: z.ZodUnknown;
}, z.core.$strict>;
export declare const statements: z.ZodUnion<readonly [z.ZodArray<z.ZodObject<{
    that: z.ZodUnknown;
    is: z.ZodUnknown;
}, z.core.$strict>>, z.ZodObject<{
    that: z.ZodUnknown;
    is: z.ZodUnknown;
}, z.core.$strict>]>;
export type Statement = z.output<typeof statement>;
/** For all steps that check something. */
export declare const checking: {
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
};
/** For all requests. */
export declare const requesting: {
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
};
export type Requesting = z.output<z.ZodObject<typeof requesting>>;
/** A text alone is the expected code. */
export declare function expectedFields(expected: Expectation): Record<string, unknown>;
export declare function list<T>(value: T | readonly T[] | undefined): readonly T[];

import { z } from 'zod';
import { type Checker } from '../language/names.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import type { Connection } from '../../target/target.js';
import type { View } from '../view/reply-view.js';
export declare const eventTopic: z.ZodEnum<{
    "device.connection.offline": "device.connection.offline";
    "device.connection.online": "device.connection.online";
    "device.power.lost": "device.power.lost";
    "device.power.restored": "device.power.restored";
    "device.rs485.received": "device.rs485.received";
    "device.state.changed": "device.state.changed";
}>;
/** Which events, where, and since when. */
export declare const where: {
    on: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
    device: z.ZodOptional<z.ZodString>;
    match: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    since: z.ZodOptional<z.ZodString>;
};
/** The same for verbs that check something. */
export declare const listening: {
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
    on: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
    device: z.ZodOptional<z.ZodString>;
    match: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    since: z.ZodOptional<z.ZodString>;
};
export interface Listening {
    readonly on: string | readonly string[];
    readonly device?: string | undefined;
    readonly match?: Record<string, unknown> | undefined;
    readonly since?: string | undefined;
    readonly rule?: string | string[] | undefined;
}
export declare function checkListening(fields: Listening, check: Checker, checks: boolean): void;
/** The fields that an event must have, with references resolved. */
export declare function wantedEvent(context: ExecutionContext, topic: string, fields: Listening): Record<string, unknown>;
export declare function describeEvent(wanted: Record<string, unknown>): string;
/** Of an event that came, what was asked of it. */
export declare function gistOfEvent(event: View, wanted: Record<string, unknown>): string;
/** The requests that events are counted from. */
export declare function exchangesSince(context: ExecutionContext, since: string | undefined): readonly number[];
/** From when on events count: a capture means the sending of its request, a connection its opening. */
export declare function sinceWhen(context: ExecutionContext, since: string | undefined): number;
/** The events of a connection, by its name; none where it is not known. */
export declare function eventsOf(context: ExecutionContext, connection: string, since: number): readonly View[];
export declare function findEvent(events: readonly View[], wanted: Record<string, unknown>): View | undefined;
/** Whether the connection was there all the time: an event may have been lost otherwise. */
export declare function heardAll(context: ExecutionContext, connectionName: string, since: number): boolean;
/** Waits for the next event or the close of a connection, at most until a clock time. */
export declare function nextSign(context: ExecutionContext, connections: readonly Connection[], until: number): Promise<void>;

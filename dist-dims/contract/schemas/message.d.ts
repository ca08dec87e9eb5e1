import { z } from 'zod';
/** The envelope of every REST response and WebSocket reply (interface: Response envelope). */
export declare const envelope: z.ZodObject<{
    code: z.ZodString;
    message: z.ZodString;
    requestId: z.ZodOptional<z.ZodString>;
    data: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
}, z.core.$strip>;
/** A WebSocket reply: the envelope, `type` `reply` and the requestId of its request (ws.reply-shape). */
export declare const wsReply: z.ZodObject<{
    code: z.ZodString;
    message: z.ZodString;
    data: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    type: z.ZodLiteral<"reply">;
    requestId: z.ZodString;
}, z.core.$strip>;
/** A WebSocket request; what `data` holds depends on the topic. */
export declare const wsRequest: z.ZodObject<{
    topic: z.ZodString;
    requestId: z.ZodString;
    data: z.ZodOptional<z.ZodUnknown>;
}, z.core.$strip>;
export type WsRequest = z.infer<typeof wsRequest>;
/** `data` of a `device.state.get` request. */
export declare const stateRequest: z.ZodObject<{
    deviceId: z.ZodString;
}, z.core.$strip>;
/** `data` of a `device.operation.execute` request; `params` take the shape of the operation. */
export declare const executeRequest: z.ZodObject<{
    deviceId: z.ZodString;
    idempotencyKey: z.ZodOptional<z.ZodString>;
    operation: z.ZodObject<{
        name: z.ZodString;
        params: z.ZodUnknown;
    }, z.core.$strip>;
}, z.core.$strip>;
/** An event; what `data` holds depends on the topic. */
export declare const wsEvent: z.ZodObject<{
    topic: z.ZodString;
    eventId: z.ZodOptional<z.ZodString>;
    occurredAt: z.ZodOptional<z.ZodInt>;
    data: z.ZodUnknown;
}, z.core.$strip>;
/** A channel that changed: the kinds that `device.state.changed` speaks of. */
export declare const channelChange: z.ZodObject<{
    kind: z.ZodEnum<{
        digitalInput: "digitalInput";
        relay: "relay";
    }>;
    index: z.ZodInt;
}, z.core.$strip>;
export type ChannelChange = z.infer<typeof channelChange>;
/** `data` of `device.state.changed`. */
export declare const stateChanged: z.ZodObject<{
    deviceId: z.ZodString;
    changes: z.ZodArray<z.ZodObject<{
        kind: z.ZodEnum<{
            digitalInput: "digitalInput";
            relay: "relay";
        }>;
        index: z.ZodInt;
    }, z.core.$strip>>;
    peripherals: z.ZodObject<{
        relays: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            on: z.ZodBoolean;
            jogging: z.ZodOptional<z.ZodLiteral<true>>;
        }, z.core.$strip>>;
        digitalInputs: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            active: z.ZodBoolean;
        }, z.core.$strip>>;
        analogInputs: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            value: z.ZodNumber;
            unit: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        sensors: z.ZodArray<z.ZodObject<{
            key: z.ZodString;
            value: z.ZodNumber;
            unit: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
/** `data` of the connection and power events. */
export declare const deviceNotice: z.ZodObject<{
    deviceId: z.ZodString;
}, z.core.$strip>;
/** `data` of `device.rs485.received`. */
export declare const rs485Received: z.ZodObject<{
    deviceId: z.ZodString;
    data: z.ZodString;
}, z.core.$strip>;

import type { z } from 'zod';
export declare const SHAPES: {
    readonly relayParams: z.ZodObject<{
        relays: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            action: z.ZodEnum<{
                jog: "jog";
                off: "off";
                on: "on";
            }>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    readonly singleRelayBody: z.ZodObject<{
        action: z.ZodEnum<{
            jog: "jog";
            off: "off";
            on: "on";
        }>;
    }, z.core.$strip>;
    readonly transceiveParams: z.ZodObject<{
        data: z.ZodString;
        timeout: z.ZodOptional<z.ZodInt>;
    }, z.core.$strip>;
    readonly transceiveResult: z.ZodObject<{
        data: z.ZodString;
    }, z.core.$strip>;
    readonly baudRateParams: z.ZodObject<{
        baudRate: z.ZodInt;
    }, z.core.$strip>;
    readonly jogParams: z.ZodObject<{
        index: z.ZodInt;
        duration: z.ZodInt;
    }, z.core.$strip>;
    readonly jogBody: z.ZodObject<{
        duration: z.ZodInt;
    }, z.core.$strip>;
    readonly peripherals: z.ZodObject<{
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
    readonly device: z.ZodObject<{
        deviceId: z.ZodString;
        name: z.ZodOptional<z.ZodString>;
        profileId: z.ZodOptional<z.ZodString>;
        online: z.ZodOptional<z.ZodBoolean>;
        powered: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>;
    readonly deviceList: z.ZodObject<{
        devices: z.ZodArray<z.ZodObject<{
            deviceId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            profileId: z.ZodOptional<z.ZodString>;
            online: z.ZodOptional<z.ZodBoolean>;
            powered: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly deviceDetail: z.ZodObject<{
        device: z.ZodObject<{
            deviceId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            profileId: z.ZodOptional<z.ZodString>;
            online: z.ZodOptional<z.ZodBoolean>;
            powered: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
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
    readonly deviceConfig: z.ZodObject<{
        relays: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            jogDuration: z.ZodInt;
        }, z.core.$strip>>;
        baudRate: z.ZodInt;
    }, z.core.$strip>;
    readonly deviceProfile: z.ZodObject<{
        profileId: z.ZodString;
        model: z.ZodOptional<z.ZodString>;
        relays: z.ZodOptional<z.ZodInt>;
        digitalInputs: z.ZodOptional<z.ZodInt>;
        analogInputs: z.ZodOptional<z.ZodInt>;
        sensors: z.ZodOptional<z.ZodInt>;
        rs485: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>;
    readonly profileList: z.ZodObject<{
        profiles: z.ZodArray<z.ZodObject<{
            profileId: z.ZodString;
            model: z.ZodOptional<z.ZodString>;
            relays: z.ZodOptional<z.ZodInt>;
            digitalInputs: z.ZodOptional<z.ZodInt>;
            analogInputs: z.ZodOptional<z.ZodInt>;
            sensors: z.ZodOptional<z.ZodInt>;
            rs485: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    readonly deviceAddition: z.ZodObject<{
        deviceId: z.ZodOptional<z.ZodString>;
        serial: z.ZodOptional<z.ZodString>;
        name: z.ZodOptional<z.ZodString>;
        profileId: z.ZodOptional<z.ZodString>;
        password: z.ZodString;
    }, z.core.$strip>;
    readonly deviceAdded: z.ZodObject<{
        device: z.ZodObject<{
            deviceId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            profileId: z.ZodOptional<z.ZodString>;
            online: z.ZodOptional<z.ZodBoolean>;
            powered: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
    }, z.core.$strip>;
    readonly passwordChange: z.ZodObject<{
        currentPassword: z.ZodString;
        newPassword: z.ZodString;
    }, z.core.$strip>;
    readonly command: z.ZodObject<{
        commandId: z.ZodString;
        deviceId: z.ZodOptional<z.ZodString>;
        operation: z.ZodEnum<{
            "device.relay.jogConfig.set": "device.relay.jogConfig.set";
            "device.relay.set": "device.relay.set";
            "device.rs485.baudRate.set": "device.rs485.baudRate.set";
            "device.rs485.transceive": "device.rs485.transceive";
        }>;
        params: z.ZodUnknown;
        status: z.ZodEnum<{
            failed: "failed";
            pending: "pending";
            succeeded: "succeeded";
            timeout: "timeout";
        }>;
        result: z.ZodOptional<z.ZodUnknown>;
        createdAt: z.ZodOptional<z.ZodInt>;
        completedAt: z.ZodOptional<z.ZodInt>;
    }, z.core.$strip>;
    readonly ticket: z.ZodObject<{
        ticket: z.ZodString;
        expiresIn: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>;
    readonly wsRequest: z.ZodObject<{
        topic: z.ZodString;
        requestId: z.ZodString;
        data: z.ZodOptional<z.ZodUnknown>;
    }, z.core.$strip>;
    readonly stateRequest: z.ZodObject<{
        deviceId: z.ZodString;
    }, z.core.$strip>;
    readonly executeRequest: z.ZodObject<{
        deviceId: z.ZodString;
        idempotencyKey: z.ZodOptional<z.ZodString>;
        operation: z.ZodObject<{
            name: z.ZodString;
            params: z.ZodUnknown;
        }, z.core.$strip>;
    }, z.core.$strip>;
    readonly wsEvent: z.ZodObject<{
        topic: z.ZodString;
        eventId: z.ZodOptional<z.ZodString>;
        occurredAt: z.ZodOptional<z.ZodInt>;
        data: z.ZodUnknown;
    }, z.core.$strip>;
    readonly stateChanged: z.ZodObject<{
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
    readonly deviceNotice: z.ZodObject<{
        deviceId: z.ZodString;
    }, z.core.$strip>;
    readonly rs485Received: z.ZodObject<{
        deviceId: z.ZodString;
        data: z.ZodString;
    }, z.core.$strip>;
};
export type ShapeName = keyof typeof SHAPES;
export type ShapeValue<N extends ShapeName> = z.infer<(typeof SHAPES)[N]>;
export declare const SHAPE_NAMES: ShapeName[];
/** List schema -> the word for one of its elements. */
export declare const ELEMENT_WORDS: ReadonlyMap<z.core.$ZodType, string>;
/** Names that the interface fixes inside a shape, as paths of the wire: a dialect must keep them. */
export declare const FIXED_NAMES: Partial<Record<ShapeName, readonly string[]>>;
/** Fixed names that the interface calls arrays. */
export declare const FIXED_ARRAYS: Partial<Record<ShapeName, readonly string[]>>;

import { z } from 'zod';
import { type LoadText } from './signals.js';
export declare function fleetFileSchema(load: LoadText): z.ZodObject<{
    seed: z.ZodDefault<z.ZodInt>;
    timing: z.ZodExactOptional<z.ZodObject<{
        refresh: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        control: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        config: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        jitter: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        answerTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        transceiveTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    limits: z.ZodPrefault<z.ZodObject<{
        accessTokenLifetime: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        ticketLifetime: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        commandRetention: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        maxCommands: z.ZodExactOptional<z.ZodInt>;
        refreshInterval: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        asynchronousCommands: z.ZodExactOptional<z.ZodBoolean>;
        quotas: z.ZodExactOptional<z.ZodRecord<z.ZodEnum<{
            connect: "connect";
            control: "control";
            manage: "manage";
            message: "message";
            query: "query";
            refresh: "refresh";
            ticket: "ticket";
            token: "token";
        }> & z.core.$partial, z.ZodObject<{
            limit: z.ZodInt;
            window: z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>;
        }, z.core.$strict>>>;
        maxBodyBytes: z.ZodExactOptional<z.ZodInt>;
        maxMessageBytes: z.ZodExactOptional<z.ZodInt>;
        heartbeatTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        maxConnections: z.ZodExactOptional<z.ZodInt>;
        maxConnectionsPerClient: z.ZodExactOptional<z.ZodInt>;
        maxInFlight: z.ZodExactOptional<z.ZodInt>;
        maxBacklogBytes: z.ZodExactOptional<z.ZodInt>;
    }, z.core.$strict>>;
    profiles: z.ZodRecord<z.ZodString, z.ZodObject<{
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
            pattern: z.ZodExactOptional<z.ZodType<import("../../device/pattern.js").Pattern, unknown, z.core.$ZodTypeInternals<import("../../device/pattern.js").Pattern, unknown>>>;
        }, z.core.$strict>>>;
        analogInputs: z.ZodPrefault<z.ZodArray<z.ZodObject<{
            signal: z.ZodPrefault<import("./signals.js").SignalSchema>;
            unit: z.ZodExactOptional<z.ZodString>;
            decimals: z.ZodDefault<z.ZodInt>;
            count: z.ZodDefault<z.ZodInt>;
        }, z.core.$strict>>>;
        sensors: z.ZodPrefault<z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodObject<{
            signal: z.ZodPrefault<import("./signals.js").SignalSchema>;
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
    }, z.core.$strict>>;
    devices: z.ZodDefault<z.ZodArray<z.ZodObject<{
        deviceId: z.ZodString;
        profile: z.ZodString;
        name: z.ZodExactOptional<z.ZodString>;
        password: z.ZodDefault<z.ZodString>;
        overrides: z.ZodExactOptional<z.ZodObject<{
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
                pattern: z.ZodExactOptional<z.ZodType<import("../../device/pattern.js").Pattern, unknown, z.core.$ZodTypeInternals<import("../../device/pattern.js").Pattern, unknown>>>;
            }, z.core.$strict>>>;
            analogInputs: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
                signal: z.ZodPrefault<import("./signals.js").SignalSchema>;
                unit: z.ZodExactOptional<z.ZodString>;
                decimals: z.ZodDefault<z.ZodInt>;
                count: z.ZodDefault<z.ZodInt>;
            }, z.core.$strict>>>;
            sensors: z.ZodExactOptional<z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodObject<{
                signal: z.ZodPrefault<import("./signals.js").SignalSchema>;
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
        }, z.core.$strict>>;
    }, z.core.$strict>>>;
    clients: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodObject<{
        secret: z.ZodString;
        scopes: z.ZodArray<z.ZodEnum<{
            "device:config": "device:config";
            "device:control": "device:control";
            "device:manage": "device:manage";
            "device:read": "device:read";
        }>>;
        devices: z.ZodDefault<z.ZodUnion<readonly [z.ZodLiteral<"all">, z.ZodArray<z.ZodString>]>>;
        disabled: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>>>;
}, z.core.$strict>;
export type FleetFile = z.output<ReturnType<typeof fleetFileSchema>>;
export type DeviceFile = FleetFile['devices'][number];

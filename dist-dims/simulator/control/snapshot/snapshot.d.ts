import { z } from 'zod';
export declare const snapshotSchema: z.ZodObject<{
    version: z.ZodLiteral<1>;
    takenAt: z.ZodNumber;
    fleet: z.ZodObject<{
        added: z.ZodArray<z.ZodObject<{
            name: z.ZodOptional<z.ZodString>;
            password: z.ZodString;
            deviceId: z.ZodString;
            profileId: z.ZodString;
            clients: z.ZodArray<z.ZodString>;
        }, z.core.$strip>>;
        removed: z.ZodArray<z.ZodString>;
        passwords: z.ZodArray<z.ZodObject<{
            deviceId: z.ZodString;
            password: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    devices: z.ZodArray<z.ZodObject<{
        deviceId: z.ZodString;
        memory: z.ZodObject<{
            relays: z.ZodArray<z.ZodObject<{
                on: z.ZodBoolean;
                jogDuration: z.ZodNumber;
            }, z.core.$strip>>;
            inputs: z.ZodArray<z.ZodNullable<z.ZodBoolean>>;
            analogInputs: z.ZodArray<z.ZodNullable<z.ZodNumber>>;
            sensors: z.ZodArray<z.ZodNullable<z.ZodNumber>>;
            baudRate: z.ZodNullable<z.ZodInt>;
            powered: z.ZodBoolean;
            linked: z.ZodBoolean;
        }, z.core.$strip>;
    }, z.core.$strip>>;
    clients: z.ZodArray<z.ZodObject<{
        clientId: z.ZodString;
        disabled: z.ZodBoolean;
        quotas: z.ZodRecord<z.ZodEnum<{
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
            left: z.ZodInt;
            resetsIn: z.ZodNumber;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    budgets: z.ZodArray<z.ZodObject<{
        deviceId: z.ZodString;
        wait: z.ZodNumber;
    }, z.core.$strip>>;
    commands: z.ZodArray<z.ZodObject<{
        command: z.ZodObject<{
            commandId: z.ZodString;
            status: z.ZodEnum<{
                failed: "failed";
                pending: "pending";
                succeeded: "succeeded";
                timeout: "timeout";
            }>;
            createdAt: z.ZodOptional<z.ZodInt>;
            completedAt: z.ZodOptional<z.ZodInt>;
            deviceId: z.ZodString;
            operation: z.ZodType<import("../../../contract/operations.js").Operation, unknown, z.core.$ZodTypeInternals<import("../../../contract/operations.js").Operation, unknown>>;
            result: z.ZodOptional<z.ZodType<{
                data: string;
            } & Record<string, unknown>, unknown, z.core.$ZodTypeInternals<{
                data: string;
            } & Record<string, unknown>, unknown>>>;
        }, z.core.$strip>;
        clientId: z.ZodString;
        idempotencyKey: z.ZodOptional<z.ZodString>;
        expiresIn: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    faults: z.ZodArray<z.ZodObject<{
        fault: z.ZodString;
    }, z.core.$loose>>;
}, z.core.$strip>;
export type Snapshot = z.output<typeof snapshotSchema>;

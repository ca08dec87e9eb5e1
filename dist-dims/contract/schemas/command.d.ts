import { z } from 'zod';
import { type Operation, type OperationResult } from '../operations.js';
export type { Operation, RelayAction, RelayChange } from '../operations.js';
export declare const operation: z.ZodType<Operation>;
/** What operations result in, those that have a result. */
export declare const operationResult: z.ZodType<OperationResult>;
/** A command as it travels: `params` and `result` take the shape of the operation. */
export declare const command: z.ZodObject<{
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
export type Command = z.infer<typeof command>;

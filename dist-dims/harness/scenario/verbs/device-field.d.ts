import { z } from 'zod';
import { type Checker } from '../language/names.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import type { BoundDevice } from '../view/bound-device.js';
export declare const deviceField: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
    deviceId: z.ZodString;
}, z.core.$strict>]>;
export type DeviceField = z.output<typeof deviceField>;
export declare function checkDevice(check: Checker, key: string, field: DeviceField): void;
/** The scenario's name of the device; undefined for an identifier. */
export declare function deviceNameIn(field: DeviceField): string | undefined;
export interface AddressedDevice {
    readonly deviceId: string;
    readonly device?: BoundDevice;
}
export declare function addressed(context: ExecutionContext, field: DeviceField): AddressedDevice;

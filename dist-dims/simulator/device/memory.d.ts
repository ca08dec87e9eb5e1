import type { DeviceParts } from './device-parts.js';
export interface DeviceMemory {
    readonly relays: readonly {
        readonly on: boolean;
        readonly jogDuration: number;
    }[];
    /** Null: it follows the pattern of the fleet file, or stands where it began. */
    readonly inputs: readonly (boolean | null)[];
    /** Null: it shows a signal. */
    readonly analogInputs: readonly (number | null)[];
    readonly sensors: readonly (number | null)[];
    /** Null when there is no port, or nobody has touched it. */
    readonly baudRate: number | null;
    readonly powered: boolean;
    readonly linked: boolean;
}
export declare function remember(parts: DeviceParts): DeviceMemory;
/** For a device that has just been made. What the memory has for channels that the device lacks is ignored. */
export declare function recall(parts: DeviceParts, memory: DeviceMemory): void;

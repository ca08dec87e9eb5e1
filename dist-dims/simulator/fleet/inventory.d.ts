import type { DeviceAddition } from '../../contract/schemas/device.js';
import type { DeviceSpec } from '../device/device-spec.js';
import type { DeviceIdentity, FleetChanges } from './fleet.js';
import type { FleetSpec } from './fleet-spec.js';
export interface InventoryItem {
    readonly identity: DeviceIdentity;
    readonly password: string;
    readonly device: DeviceSpec;
}
export interface Inventory {
    readonly count: number;
    readonly addedCount: number;
    find(deviceId: string): InventoryItem | undefined;
    has(deviceId: string): boolean;
    /** With `after`, those that come after this device, which may have been removed since it was listed. */
    list(after?: string): Iterable<DeviceIdentity>;
    /** The ids of the devices whose spec satisfies `test`, which is asked once for all of a template. */
    idsWhere(test: (device: DeviceSpec) => boolean): Iterable<string>;
    add(addition: DeviceAddition): 'added' | 'exists' | 'unknown-profile';
    remove(deviceId: string): boolean;
    setPassword(deviceId: string, password: string): boolean;
    changes(): FleetChanges;
}
export declare function createInventory({ devices, profiles }: FleetSpec): Inventory;

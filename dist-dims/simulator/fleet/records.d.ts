import type { DeviceIdentity, DeviceStatus } from './fleet.js';
type DeviceRecord = DeviceIdentity & DeviceStatus;
export interface Records {
    of(identity: DeviceIdentity, status: DeviceStatus): DeviceRecord;
}
export declare function createRecords(): Records;
export {};

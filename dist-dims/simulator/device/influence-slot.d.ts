import { type DeviceInfluences } from './influences.js';
/** @typeParam D what tells the devices apart. */
export interface InfluenceSlot<D> {
    /** Undefined while no device has any. */
    current: ((device: D) => DeviceInfluences) | undefined;
}
/** The influences of one device, as they are in the slot at each question. */
export declare function influencesIn<D>(slot: InfluenceSlot<D>, device: D): DeviceInfluences;

import type { Origin } from './origin.js';
export interface DeviceLane {
    isTaken(deviceId: string): boolean;
    /**
     * Takes the lane and returns the way to leave it; undefined when it is taken. Leaving twice is harmless.
     * @param origin of the request, for decorations; the lane itself does not look at it.
     */
    enter(deviceId: string, origin?: Origin): (() => void) | undefined;
}
export declare function createDeviceLane(): DeviceLane;

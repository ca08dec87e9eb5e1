import type { Decoration } from '../../decoration.js';
import type { DeviceLane } from '../../service/device-lane.js';
import type { Origin } from '../../service/origin.js';
type Enter = DeviceLane['enter'];
type Leave = () => void;
/** @param delay between the end of an operation and the moment at which its lane is free, in ms. */
export declare function withLateLane(delay: number): Pick<Decoration, 'ports'>;
/** @param passes whether an operation starts although the lane of its device is taken. */
export declare function enterAnyway(lane: DeviceLane, passes: (deviceId: string, origin: Origin | undefined) => boolean): Enter;
export interface KeptLeaves {
    readonly enter: Enter;
    /** The way for the latest operation of the device to leave the lane; undefined when there was none. */
    leaveOf(deviceId: string): Leave | undefined;
}
/** A lane that lets others end an operation while it still runs. */
export declare function keepLeaves(lane: DeviceLane): KeptLeaves;
export {};

// For defects that free a device while its operation still runs: a lane whose ways out others can take, too.
import type { DeviceLane } from '../service/device-lane.js';

export interface KeptLeaves {
  readonly lane: DeviceLane;
  /** Ends the latest operation of the device as far as the lane knows; undefined when there was none. */
  leaveOf(deviceId: string): (() => void) | undefined;
}

export function keepLeaves(lane: DeviceLane): KeptLeaves {
  const leaves = new Map<string, () => void>();
  return {
    lane: {
      ...lane,
      enter: (deviceId) => {
        const leave = lane.enter(deviceId);
        if (leave) leaves.set(deviceId, leave);
        return leave;
      },
    },
    leaveOf: (deviceId) => leaves.get(deviceId),
  };
}

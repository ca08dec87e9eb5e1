// Lanes of devices that are left at the wrong time, or that let in more than one operation.
import type { Decoration } from '../../decoration.js';
import type { DeviceLane } from '../../service/ports.js';
import type { Origin } from '../../service/origin.js';
import { withPorts } from './ports.js';

type Enter = DeviceLane['enter'];
type Leave = () => void;

/** @param delay between the end of an operation and the moment at which its lane is free, in ms. */
export function withLateLane(delay: number): Pick<Decoration, 'ports'> {
  return withPorts(({ lane }, { clock }) => ({
    lane: {
      enter: (deviceId, origin) => {
        const leave = lane.enter(deviceId, origin);
        return leave && (() => void clock.setTimer('late lane', delay, leave));
      },
    },
  }));
}

/** @param passes whether an operation starts although the lane of its device is taken. */
export function enterAnyway(
  lane: DeviceLane,
  passes: (deviceId: string, origin: Origin | undefined) => boolean,
): Enter {
  return (deviceId, origin) =>
    lane.enter(deviceId, origin) ?? (passes(deviceId, origin) ? () => undefined : undefined);
}

export interface KeptLeaves {
  readonly enter: Enter;
  /** The way for the latest operation of the device to leave the lane; undefined when there was none. */
  leaveOf(deviceId: string): Leave | undefined;
}

/** A lane that lets others end an operation while it still runs. */
export function keepLeaves(lane: DeviceLane): KeptLeaves {
  const leaves = new Map<string, Leave>();
  return {
    enter: (deviceId, origin) => {
      const leave = lane.enter(deviceId, origin);
      if (leave) leaves.set(deviceId, leave);
      return leave;
    },
    leaveOf: (deviceId) => leaves.get(deviceId),
  };
}

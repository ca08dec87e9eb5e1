// For defects that give the lane of a device back late.
import type { Decoration } from '../decoration.js';

/** @param delay between the end of an operation and the moment at which its lane is free, in ms. */
export function lateLane(delay: number): Pick<Decoration, 'ports'> {
  return {
    ports: (ports, { clock }) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId) => {
          const leave = ports.lane.enter(deviceId);
          return leave && (() => void clock.setTimer('late lane', delay, leave));
        },
      },
    }),
  };
}

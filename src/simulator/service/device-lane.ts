// One operation at a time on each device: refreshes and controls of both channels share the lane
// (busy.one-at-a-time). Nothing waits for it: a second operation is refused.
import type { Origin } from './origin.js';

export interface DeviceLane {
  isTaken(deviceId: string): boolean;
  /**
   * Takes the lane and returns the way to leave it; undefined when it is taken. Leaving twice is harmless.
   * @param origin of the request, for decorations; the lane itself does not look at it.
   */
  enter(deviceId: string, origin?: Origin): (() => void) | undefined;
}

export function createDeviceLane(): DeviceLane {
  const taken = new Map<string, symbol>();
  return {
    isTaken: (deviceId) => taken.has(deviceId),
    enter: (deviceId) => {
      if (taken.has(deviceId)) return undefined;
      const ticket = Symbol(deviceId);
      taken.set(deviceId, ticket);
      return () => {
        if (taken.get(deviceId) === ticket) taken.delete(deviceId);
      };
    },
  };
}

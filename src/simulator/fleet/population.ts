// The devices of a fleet that have been made, and those who listen to all of them.
import type { SimulatedDevice } from '../device/device.js';
import type { FleetListener } from './fleet.js';

export interface Population {
  /** The device; made by `make` when it is first asked for. */
  get(deviceId: string): SimulatedDevice | undefined;
  /** The device if it has been made. */
  peek(deviceId: string): SimulatedDevice | undefined;
  all(): Iterable<SimulatedDevice>;
  /** Whether somebody listens. */
  isHeard(): boolean;
  listen(listener: FleetListener): () => void;
  /** Stops the device, if it has been made, and forgets it. */
  discard(deviceId: string): void;
}

interface Member {
  readonly device: SimulatedDevice;
  deafen: () => void;
}

/** @param onFirst called when somebody begins to listen: the time to make devices that act by themselves. */
export function createPopulation(
  make: (deviceId: string) => SimulatedDevice | undefined,
  onFirst: () => void,
): Population {
  const members = new Map<string, Member>();
  const listeners = new Set<{ readonly hear: FleetListener }>();

  const hearken = (device: SimulatedDevice): (() => void) =>
    device.listen((event) => {
      for (const { hear } of [...listeners]) hear(device.deviceId, event);
    });

  return {
    get: (deviceId) => {
      const known = members.get(deviceId);
      if (known) return known.device;
      const device = make(deviceId);
      if (!device) return undefined;
      members.set(deviceId, { device, deafen: listeners.size > 0 ? hearken(device) : () => undefined });
      return device;
    },
    peek: (deviceId) => members.get(deviceId)?.device,
    *all() {
      for (const { device } of members.values()) yield device;
    },
    isHeard: () => listeners.size > 0,
    listen: (hear) => {
      const entry = { hear };
      listeners.add(entry);
      if (listeners.size === 1) {
        for (const member of members.values()) member.deafen = hearken(member.device);
        onFirst();
      }
      return () => {
        if (!listeners.delete(entry) || listeners.size > 0) return;
        for (const { deafen } of members.values()) deafen();
      };
    },
    discard: (deviceId) => {
      const member = members.get(deviceId);
      members.delete(deviceId);
      member?.device.dispose();
    },
  };
}

// The devices as the service needs them: found by id, listed in order, added and removed.
import type { DeviceRecord, DeviceAddition, DeviceProfile } from '../../contract/schemas/device.js';
import type { Device } from '../device/device.js';
import type { DeviceEvent } from '../device/device-event.js';
import type { Origin } from './origin.js';

export interface DeviceDirectory {
  readonly profiles: readonly DeviceProfile[];
  /** In the fleet's order, those after the device `after` if one is named. Cheap for devices untouched so far. */
  list(after?: string): Iterable<DeviceRecord>;
  /** Becomes another number whenever the list, or a record in it, may have become another one. */
  edition(): number;
  has(deviceId: string): boolean;
  /** Devices that were added by requests and not removed since. */
  readonly addedCount: number;
  /** @param origin of the request that is about to use the device, for decorations. */
  find(deviceId: string, origin?: Origin): Device | undefined;
  /** As the device list shows it. */
  describe(deviceId: string): DeviceRecord | undefined;
  /** False when the profile is unknown. The id must be free. */
  add(addition: DeviceAddition): boolean;
  remove(deviceId: string): void;
  /** In constant time. */
  passwordMatches(deviceId: string, password: string): boolean;
  setPassword(deviceId: string, password: string): void;
  /** Calls `listener` at the events of all devices; returns the way to stop. */
  listen(listener: (deviceId: string, event: DeviceEvent) => void): () => void;
}

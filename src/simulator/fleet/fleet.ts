// A fleet of simulated devices, as the simulator around it uses it.
import type { DeviceAddition, DeviceProfile } from '../../contract/schemas/device.js';
import type { DeviceChannels, SimulatedDevice } from '../device/device.js';
import type { DeviceEvent } from '../device/device-event.js';
import type { ClientSpec } from './fleet-spec.js';

export interface DeviceIdentity {
  readonly deviceId: string;
  readonly name: string;
  readonly profileId: string;
}

export interface DeviceStatus {
  readonly online: boolean;
  readonly powered: boolean;
}

/** What has become of the fleet since it was made. */
export interface FleetChanges {
  readonly added: readonly DeviceAddition[];
  /** Devices of the file that are gone; one of them may have been added anew. */
  readonly removed: readonly string[];
  /** New passwords of devices of the file. */
  readonly passwords: readonly { readonly deviceId: string; readonly password: string }[];
}

export type FleetListener = (deviceId: string, event: DeviceEvent) => void;

export interface Fleet {
  readonly profiles: readonly DeviceProfile[];
  readonly clients: readonly ClientSpec[];
  readonly count: number;
  /** Of them, those that were added since. */
  readonly addedCount: number;
  /** Becomes another number whenever the list, or the status of a device in it, may have become another one. */
  edition(): number;
  /**
   * In the order of the file; devices added later come last. With `after`, those that come after this device,
   * found without passing by the ones before. Makes no device.
   */
  list(after?: string): Iterable<DeviceIdentity>;
  /** The same with what has become of each. */
  listWithStatus(after?: string): Iterable<DeviceIdentity & DeviceStatus>;
  has(deviceId: string): boolean;
  identity(deviceId: string): DeviceIdentity | undefined;
  /** Whether the device is online and powered, without making it: nothing has happened to one untouched. */
  status(deviceId: string): DeviceStatus | undefined;
  /** What channels it has, without making it. */
  channels(deviceId: string): DeviceChannels | undefined;
  /** The device; it is made when it is first asked for. */
  get(deviceId: string): SimulatedDevice | undefined;
  /** Whether anybody has asked for the device so far. */
  isMade(deviceId: string): boolean;
  /** The device if it has been made. */
  peek(deviceId: string): SimulatedDevice | undefined;
  /** The devices that have been made so far. */
  made(): Iterable<SimulatedDevice>;
  /** Those that somebody has used, in this life or in one that was kept; makes the latter. */
  used(): Iterable<SimulatedDevice>;
  /** Those that do something without being asked. */
  acting(): Iterable<string>;
  /** Stops the device if it has been made; it is made again when it is asked for. */
  release(deviceId: string): void;
  add(addition: DeviceAddition): 'added' | 'exists' | 'unknown-profile';
  /** Stops the device and forgets it; false when there is none. */
  remove(deviceId: string): boolean;
  /** The password as stored; compare it in constant time. */
  passwordOf(deviceId: string): string | undefined;
  setPassword(deviceId: string, password: string): boolean;
  /** How the fleet differs from its file. */
  changes(): FleetChanges;
  /** Calls `listener` at the events of all devices; returns the way to stop. Idle devices stay unmade. */
  listen(listener: FleetListener): () => void;
}

// A fleet of simulated devices. A device is made when it is first touched; until then it costs nothing but its part of a
// template. Only devices that act by themselves are made as soon as one listens.
import type { DeviceIdentity, FleetSpec, ProfileSpec } from './fleet-spec.js';
import type { DeviceAddition, DeviceProfile } from '../../contract/schemas/device.js';
import type {
  DeviceChannels,
  SimulatedDevice,
  DeviceEvent,
  DeviceMemory,
  PhysicalAct,
} from '../device/device.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import { createDevice } from '../device/create-device.js';
import { actsByItself, type DeviceSpec } from '../device/schema/profile.js';
import { channelsOf } from '../device/device-views.js';
import type { DevicePlaces } from '../device/places.js';
import { createInventory, type Inventory } from './inventory.js';

// A fleet of simulated devices, as the simulator around it uses it.

export interface DeviceStatus {
  readonly online: boolean;
  readonly powered: boolean;
}

type FleetListener = (deviceId: string, event: DeviceEvent) => void;

// Makes a fleet from its description. A device is made when it is first touched; until then it costs
// nothing but its part of a template. Only devices that act by themselves are made as soon as one listens.

export interface FleetOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** What is at the places of a device at this moment. */
  readonly places?: (device: DeviceIdentity) => DevicePlaces;
  /** Clock time at which signals and patterns began; now when absent. */
  readonly origin?: number;
  /** What a device had in memory when the simulator ended; asked once, when the device is made. */
  readonly memoryOf?: (deviceId: string) => DeviceMemory | undefined;
  /** Called whenever what is remembered of a device may have become something else. */
  readonly touched?: (deviceId: string) => void;
  /** False: devices that act by themselves are made by somebody else. */
  readonly wakes?: false;
  /** Sees what the devices really do. */
  readonly witness?: (deviceId: string, act: PhysicalAct) => void;
}

export type Fleet = ReturnType<typeof createFleet>;

export function createFleet(spec: FleetSpec, options: FleetOptions) {
  const inventory = createInventory(spec);
  let edition = 0;
  const renew = (): void => void edition++;
  const make = createMaker(options, inventory, renew);
  const records = createRecords();
  const population = createPopulation(make, () => {
    if (options.wakes === false) return;
    for (const deviceId of inventory.idsWhere(actsByItself)) population.get(deviceId);
  });

  return {
    profiles: spec.profiles.map(profileRecord),
    clients: spec.clients,
    ...onPaper(inventory),
    get count() {
      return inventory.count;
    },
    /** Of them, those that were added since. */
    get addedCount() {
      return inventory.addedCount;
    },
    /** Becomes another number whenever the list, or the status of a device in it, may have become another one. */
    edition: (): number => edition,
    /** The same with what has become of each. */
    *listWithStatus(after?: string): Iterable<DeviceIdentity & DeviceStatus> {
      for (const identity of inventory.list(after)) {
        yield records.of(identity, statusOf(population.peek(identity.deviceId)));
      }
    },
    /** Whether the device is online and powered, without making it: nothing has happened to one untouched. */
    status: (deviceId: string): DeviceStatus | undefined => {
      const device = population.peek(deviceId);
      return device || inventory.has(deviceId) ? statusOf(device) : undefined;
    },
    /** The device; it is made when it is first asked for. */
    get: population.get,
    /** The device if it has been made. */
    peek: population.peek,
    /** Whether anybody has asked for the device so far. */
    isMade: (deviceId: string): boolean => population.peek(deviceId) !== undefined,
    /** The devices that have been made so far. */
    made: population.all,
    /** Those that somebody has used, in this life or in one that was kept; makes the latter. */
    used: population.all,
    /** Stops the device if it has been made; it is made again when it is asked for. */
    release: (deviceId: string): void => {
      renew();
      population.discard(deviceId);
    },
    add: (addition: DeviceAddition): 'added' | 'exists' | 'unknown-profile' => {
      const outcome = inventory.add(addition);
      renew();
      if (outcome !== 'added' || !population.isHeard() || options.wakes === false) return outcome;
      const device = inventory.find(addition.deviceId)?.device;
      if (device && actsByItself(device)) population.get(addition.deviceId);
      return outcome;
    },
    /** Stops the device and forgets it; false when there is none. */
    remove: (deviceId: string): boolean => {
      renew();
      population.discard(deviceId);
      return inventory.remove(deviceId);
    },
    /** Calls `listener` at the events of all devices; returns the way to stop. Idle devices stay unmade. */
    listen: population.listen,
  };
}

/** What can be told without making a device. */
function onPaper(inventory: Inventory) {
  return {
    /**
     * In the order of the file; devices added later come last. With `after`, those that come after this device,
     * found without passing by the ones before. Makes no device.
     */
    list: (after?: string): Iterable<DeviceIdentity> => inventory.list(after),
    has: inventory.has,
    identity: (deviceId: string): DeviceIdentity | undefined => inventory.find(deviceId)?.identity,
    /** How it is built. */
    spec: (deviceId: string): DeviceSpec | undefined => inventory.find(deviceId)?.device,
    /** What channels it has. */
    channels: (deviceId: string): DeviceChannels | undefined => {
      const item = inventory.find(deviceId);
      return item && channelsOf(item.device);
    },
    /** Those that do something without being asked. */
    acting: (): Iterable<string> => inventory.idsWhere(actsByItself),
    /** The password as stored; compare it in constant time. */
    passwordOf: (deviceId: string): string | undefined => inventory.find(deviceId)?.password,
    setPassword: inventory.setPassword,
    /** How the fleet differs from its file. */
    changes: inventory.changes,
  };
}

/** Nothing has happened to a device that has not been made. */
const UNTOUCHED: DeviceStatus = { online: true, powered: true };

function statusOf(device: SimulatedDevice | undefined): DeviceStatus {
  return device ? { online: device.isOnline(), powered: device.isPowered() } : UNTOUCHED;
}

/** Signals and patterns of all devices count from one moment, whenever a device is made. */
function createMaker(
  { clock, random, places, witness, touched, memoryOf, origin = clock.now() }: FleetOptions,
  inventory: Inventory,
  onStatus: () => void,
): (deviceId: string) => SimulatedDevice | undefined {
  return (deviceId) => {
    const item = inventory.find(deviceId);
    if (!item) return undefined;
    const memory = memoryOf?.(deviceId);
    // What it remembers has happened before.
    let isNow = memory === undefined;
    const device = createDevice({
      deviceId,
      spec: item.device,
      clock,
      random,
      origin,
      onStatus,
      ...(touched && { onTouched: () => void (isNow && touched(deviceId)) }),
      ...(places && { places: () => places(item.identity) }),
      ...(witness && { witness: (act) => void (isNow && witness(deviceId, act)) }),
    });
    if (memory) device.recall(memory);
    isNow = true;
    return device;
  };
}

function profileRecord({ profileId, model, device }: ProfileSpec): DeviceProfile {
  return {
    profileId,
    ...(model === undefined ? {} : { model }),
    ...channelsOf(device),
    sensors: device.sensors.length,
  };
}

// What a list says of each device. A record that still holds is given out again, frozen: whoever has spelled it
// once need not do so again.

type DeviceRecord = DeviceIdentity & DeviceStatus;

/** Devices that are remembered at most: the first ones that are listed. */
const MOST_REMEMBERED = 2000;

export function createRecords() {
  const known = new Map<string, DeviceRecord>();
  return {
    of: (identity: DeviceIdentity, status: DeviceStatus): DeviceRecord => {
      const { deviceId } = identity;
      const record = known.get(deviceId);
      if (record && holds(record, identity, status)) return record;
      if (!record && known.size >= MOST_REMEMBERED) return recordOf(identity, status);
      const fresh = Object.freeze(recordOf(identity, status));
      known.set(deviceId, fresh);
      return fresh;
    },
  };
}

/** A device may have been removed, and another one added under its identifier. */
function holds(record: DeviceRecord, { name, profileId }: DeviceIdentity, status: DeviceStatus): boolean {
  return (
    record.online === status.online &&
    record.powered === status.powered &&
    record.name === name &&
    record.profileId === profileId
  );
}

/** Field by field, as spreading costs more than all the rest of a list. */
function recordOf(
  { deviceId, name, profileId }: DeviceIdentity,
  { online, powered }: DeviceStatus,
): DeviceRecord {
  return { deviceId, name, profileId, online, powered };
}

// The devices of a fleet that have been made, and those who listen to all of them.

interface Member {
  readonly device: SimulatedDevice;
  deafen: () => void;
}

/** @param onFirst called when somebody begins to listen: the time to make devices that act by themselves. */
function createPopulation(make: (deviceId: string) => SimulatedDevice | undefined, onFirst: () => void) {
  const members = new Map<string, Member>();
  const listeners = new Set<{ readonly hear: FleetListener }>();

  const hearken = (device: SimulatedDevice): (() => void) =>
    device.listen((event) => {
      for (const { hear } of [...listeners]) hear(device.deviceId, event);
    });

  return {
    /** The device; made by `make` when it is first asked for. */
    get: (deviceId: string): SimulatedDevice | undefined => {
      const known = members.get(deviceId);
      if (known) return known.device;
      const device = make(deviceId);
      if (!device) return undefined;
      members.set(deviceId, { device, deafen: listeners.size > 0 ? hearken(device) : () => undefined });
      return device;
    },
    /** The device if it has been made. */
    peek: (deviceId: string): SimulatedDevice | undefined => members.get(deviceId)?.device,
    *all(): Iterable<SimulatedDevice> {
      for (const { device } of members.values()) yield device;
    },
    /** Whether somebody listens. */
    isHeard: (): boolean => listeners.size > 0,
    listen: (hear: FleetListener): (() => void) => {
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
    /** Stops the device, if it has been made, and forgets it. */
    discard: (deviceId: string): void => {
      const member = members.get(deviceId);
      members.delete(deviceId);
      member?.device.dispose();
    },
  };
}

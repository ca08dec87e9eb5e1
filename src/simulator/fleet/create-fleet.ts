// Makes a fleet from its description. A device is made when it is first touched; until then it costs
// nothing but its part of a template. Only devices that act by themselves are made as soon as one listens.
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { DeviceProfile } from '../../contract/schemas/device.js';
import { createDevice } from '../device/create-device.js';
import type { SimulatedDevice } from '../device/device.js';
import { actsByItself } from '../device/device-spec.js';
import { channelsOf } from '../device/device-views.js';
import type { DeviceInfluences } from '../device/influences.js';
import type { DeviceMemory } from '../device/memory.js';
import type { PhysicalAct } from '../device/witness.js';
import type { DeviceIdentity, DeviceStatus, Fleet, FleetListener } from './fleet.js';
import type { FleetSpec, ProfileSpec } from './fleet-spec.js';
import { createInventory, type Inventory } from './inventory.js';

export interface FleetOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** What reaches into the physics of a device; asked once, when the device is made. */
  readonly influences?: (device: DeviceIdentity) => DeviceInfluences;
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

export function createFleet(spec: FleetSpec, options: FleetOptions): Fleet {
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
    get count() {
      return inventory.count;
    },
    get addedCount() {
      return inventory.addedCount;
    },
    edition: () => edition,
    list: (after) => inventory.list(after),
    *listWithStatus(after) {
      for (const identity of inventory.list(after)) {
        yield records.of(identity, statusOf(population.peek(identity.deviceId)));
      }
    },
    has: inventory.has,
    identity: (deviceId) => inventory.find(deviceId)?.identity,
    status: (deviceId) => {
      const device = population.peek(deviceId);
      return device || inventory.has(deviceId) ? statusOf(device) : undefined;
    },
    channels: (deviceId) => {
      const item = inventory.find(deviceId);
      return item && channelsOf(item.device);
    },
    get: population.get,
    peek: population.peek,
    isMade: (deviceId) => population.peek(deviceId) !== undefined,
    made: population.all,
    used: population.all,
    acting: () => inventory.idsWhere(actsByItself),
    release: (deviceId) => {
      renew();
      population.discard(deviceId);
    },
    add: (addition) => {
      const outcome = inventory.add(addition);
      renew();
      if (outcome !== 'added' || !population.isHeard() || options.wakes === false) return outcome;
      const device = inventory.find(addition.deviceId)?.device;
      if (device && actsByItself(device)) population.get(addition.deviceId);
      return outcome;
    },
    remove: (deviceId) => {
      renew();
      population.discard(deviceId);
      return inventory.remove(deviceId);
    },
    passwordOf: (deviceId) => inventory.find(deviceId)?.password,
    setPassword: inventory.setPassword,
    changes: inventory.changes,
    listen: population.listen,
  };
}

/** Nothing has happened to a device that has not been made. */
const UNTOUCHED: DeviceStatus = { online: true, powered: true };

function statusOf(device: SimulatedDevice | undefined): DeviceStatus {
  return device ? { online: device.isOnline(), powered: device.isPowered() } : UNTOUCHED;
}

/** Signals and patterns of all devices count from one moment, whenever a device is made. */
function createMaker(
  { clock, random, influences, witness, touched, memoryOf, origin = clock.now() }: FleetOptions,
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
      ...(influences && { influences: influences(item.identity) }),
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
    relays: device.relays.length,
    digitalInputs: device.digitalInputs.length,
    analogInputs: device.analogInputs.length,
    sensors: device.sensors.length,
    rs485: device.rs485 !== undefined,
  };
}

// What a list says of each device. A record that still holds is given out again, frozen: whoever has spelled it
// once need not do so again.

type DeviceRecord = DeviceIdentity & DeviceStatus;

interface Records {
  of(identity: DeviceIdentity, status: DeviceStatus): DeviceRecord;
}

/** Devices that are remembered at most: the first ones that are listed. */
const MOST_REMEMBERED = 2000;

export function createRecords(): Records {
  const known = new Map<string, DeviceRecord>();
  return {
    of: (identity, status) => {
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

interface Population {
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
function createPopulation(
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

// Makes a fleet from its description. A device is made when it is first touched; until then it costs
// nothing but its part of a template. Only devices that act by themselves are made as soon as one listens.
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { DeviceProfile } from '../../contract/schemas/device.js';
import { createDevice } from '../device/create-device.js';
import type { SimulatedDevice } from '../device/device.js';
import type { DeviceSpec } from '../device/device-spec.js';
import type { DeviceInfluences } from '../device/influences.js';
import type { DeviceIdentity, Fleet, FleetListener } from './fleet.js';
import type { FleetSpec, ProfileSpec } from './fleet-spec.js';
import { createInventory, type InventoryItem } from './inventory.js';

export interface FleetOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** What reaches into the physics of a device; asked once, when the device is made. */
  readonly influences?: (device: DeviceIdentity) => DeviceInfluences;
}

export function createFleet(spec: FleetSpec, { clock, random, influences }: FleetOptions): Fleet {
  const origin = clock.now();
  const inventory = createInventory(spec);
  const made = new Map<string, { readonly device: SimulatedDevice; stop: () => void }>();
  const listeners = new Set<{ readonly hear: FleetListener }>();

  const hearken = (device: SimulatedDevice): (() => void) =>
    device.listen((event) => {
      for (const { hear } of [...listeners]) hear(device.deviceId, event);
    });
  const make = (item: InventoryItem): SimulatedDevice => {
    const { deviceId } = item.identity;
    const device = createDevice({
      deviceId,
      spec: item.device,
      clock,
      random,
      origin,
      ...(influences ? { influences: influences(item.identity) } : {}),
    });
    made.set(deviceId, { device, stop: listeners.size > 0 ? hearken(device) : () => undefined });
    return device;
  };
  const get = (deviceId: string): SimulatedDevice | undefined => {
    const known = made.get(deviceId);
    if (known) return known.device;
    const item = inventory.find(deviceId);
    return item && make(item);
  };
  const wakeAll = (): void => {
    for (const each of made.values()) each.stop = hearken(each.device);
    for (const deviceId of inventory.idsWhere(actsByItself)) get(deviceId);
  };

  return {
    profiles: spec.profiles.map(profileRecord),
    clients: spec.clients,
    get count() {
      return inventory.count;
    },
    list: () => inventory.list(),
    has: (deviceId) => inventory.find(deviceId) !== undefined,
    identity: (deviceId) => inventory.find(deviceId)?.identity,
    status: (deviceId) => {
      const device = made.get(deviceId)?.device;
      if (device) return { online: device.isOnline(), powered: device.isPowered() };
      return inventory.find(deviceId) ? { online: true, powered: true } : undefined;
    },
    get,
    *made() {
      for (const { device } of made.values()) yield device;
    },
    add: (addition) => {
      const outcome = inventory.add(addition);
      const item = outcome === 'added' && listeners.size > 0 ? inventory.find(addition.deviceId) : undefined;
      if (item && actsByItself(item.device)) make(item);
      return outcome;
    },
    remove: (deviceId) => {
      const known = made.get(deviceId);
      made.delete(deviceId);
      known?.stop();
      known?.device.dispose();
      return inventory.remove(deviceId);
    },
    passwordOf: (deviceId) => inventory.find(deviceId)?.password,
    setPassword: inventory.setPassword,
    listen: (hear) => {
      const entry = { hear };
      listeners.add(entry);
      if (listeners.size === 1) wakeAll();
      return () => {
        if (!listeners.delete(entry) || listeners.size > 0) return;
        for (const each of made.values()) each.stop();
      };
    },
  };
}

/** Something happens at the device though nobody touches it, and there is an event about it. */
function actsByItself({ digitalInputs, rs485 }: DeviceSpec): boolean {
  return (
    digitalInputs.some(({ pattern }) => pattern !== undefined) ||
    (rs485?.peripherals.some(({ kind }) => kind === 'chatty') ?? false)
  );
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

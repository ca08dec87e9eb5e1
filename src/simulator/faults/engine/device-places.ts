// What is at the places of devices while a fault has something for them.
import type { Clock } from '../../../kernel/clock.js';
import { BARE_DEVICE, type DevicePlaces } from '../../device/places.js';
import type { Edge, Entry } from '../../edge/edge.js';
import { surrounded } from '../../edge/edges.js';
import type { DeviceIdentity } from '../../fleet/fleet-spec.js';
import type { Fleet } from '../../fleet/fleet.js';
import type { FaultInstance } from './instance.js';

export type PlacesOfDevices = (device: DeviceIdentity) => DevicePlaces;

/** What is at the places of one device, and the clock time at which the first of the faults there ends. */
interface Known {
  readonly places: DevicePlaces;
  readonly until: number;
}

/** @returns what is to be called when a fault has begun or ended; devices then check again what holds them. */
export function createDevicePlaces(
  clock: Clock,
  active: readonly FaultInstance[],
  place: { now: PlacesOfDevices },
): (instance: FaultInstance, fleet: Pick<Fleet, 'made'>) => void {
  const without = place.now;
  /** An entry has state, so each fault has one for each device for as long as it lasts. */
  const entries = new Map<FaultInstance, { edge: Edge; of: Map<string, Entry<DevicePlaces>> }>();
  /** By deviceId; cleared when a fault begins or ends. */
  const known = new Map<string, Known>();

  const entryOf = (instance: FaultInstance, device: DeviceIdentity): Entry<DevicePlaces> | undefined => {
    const held = entries.get(instance);
    if (!held || !instance.edge() || !instance.selects({ deviceId: device.deviceId })) return undefined;
    const entry = held.of.get(device.deviceId) ?? held.edge.device?.(device) ?? {};
    held.of.set(device.deviceId, entry);
    return entry;
  };
  const placesOf: PlacesOfDevices = (device) => {
    const before = known.get(device.deviceId);
    if (before && clock.now() < before.until) return before.places;
    const here = active.flatMap((instance) => {
      const entry = entryOf(instance, device);
      return entry ? [{ entry, endsAt: instance.endsAt }] : [];
    });
    const places = surrounded(
      BARE_DEVICE,
      here.map(({ entry }) => entry),
    );
    known.set(device.deviceId, { places, until: Math.min(...here.map(({ endsAt }) => endsAt)) });
    return places;
  };

  return (instance, fleet) => {
    const edge = instance.edge();
    if (edge ? !edge.device : !entries.has(instance)) return;
    known.clear();
    if (edge) entries.set(instance, { edge, of: new Map() });
    else entries.delete(instance);
    place.now = entries.size > 0 ? placesOf : without;
    for (const device of fleet.made())
      if (instance.selects({ deviceId: device.deviceId })) device.reconsider();
  };
}

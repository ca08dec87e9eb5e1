// The influences of the active faults on devices; they are in the slot only while a fault has any.
import type { Clock } from '../../../kernel/clock.js';
import { composeInfluences, type DeviceInfluences } from '../../device/influences.js';
import type { InfluenceSlot } from '../../device/influence-slot.js';
import type { Edge } from '../../edge/edge.js';
import type { DeviceIdentity } from '../../fleet/fleet-spec.js';
import type { Fleet } from '../../fleet/fleet.js';
import type { FaultInstance } from './instance.js';

type Part = Partial<DeviceInfluences>;

interface Composed {
  readonly influences: DeviceInfluences;
  /** Clock time at which the first of the faults ends. */
  readonly until: number;
}

/** @returns what is to be called when a fault has begun or ended; devices then check again what is influenced. */
export function createFaultInfluences(
  clock: Clock,
  active: readonly FaultInstance[],
  slot: InfluenceSlot<DeviceIdentity>,
): (instance: FaultInstance, fleet: Pick<Fleet, 'made'>) => void {
  const none = composeInfluences([]);
  /** A part has state, so each fault has one part for each device for as long as it lasts. */
  const parts = new Map<FaultInstance, { readonly edge: Edge; readonly byDevice: Map<string, Part> }>();
  /** By deviceId; cleared when a fault begins or ends. */
  const composed = new Map<string, Composed>();

  const partOf = (instance: FaultInstance, device: DeviceIdentity): Part | undefined => {
    const held = parts.get(instance);
    if (!held || !instance.edge() || !instance.selects({ deviceId: device.deviceId })) return undefined;
    const part = held.byDevice.get(device.deviceId) ?? held.edge.device?.(device) ?? {};
    held.byDevice.set(device.deviceId, part);
    return part;
  };
  const composedFor = (device: DeviceIdentity): Composed => {
    const chosen: Part[] = [];
    let until = Infinity;
    for (const instance of active) {
      const part = partOf(instance, device);
      if (!part) continue;
      chosen.push(part);
      until = Math.min(until, instance.endsAt);
    }
    return { influences: chosen.length > 0 ? composeInfluences(chosen) : none, until };
  };
  const of = (device: DeviceIdentity): DeviceInfluences => {
    const known = composed.get(device.deviceId);
    if (known && clock.now() < known.until) return known.influences;
    const made = composedFor(device);
    composed.set(device.deviceId, made);
    return made.influences;
  };

  return (instance, fleet) => {
    const edge = instance.edge();
    if (edge ? !edge.device : !parts.has(instance)) return;
    composed.clear();
    if (edge) parts.set(instance, { edge, byDevice: new Map() });
    else parts.delete(instance);
    slot.current = parts.size > 0 ? of : undefined;
    for (const device of fleet.made()) {
      if (instance.selects({ deviceId: device.deviceId })) device.reconsider();
    }
  };
}

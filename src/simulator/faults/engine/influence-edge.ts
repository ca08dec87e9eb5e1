// Where faults reach into the physics. A device without faults pays one comparison for each question.
import type { Clock } from '../../../kernel/clock.js';
import type { composeInfluences, DeviceInfluences } from '../../device/influences.js';
import type { DeviceIdentity, Fleet } from '../../fleet/fleet.js';
import type { FaultAct } from '../fault.js';
import type { FaultInstance } from './instance.js';

type Part = Partial<DeviceInfluences>;

export interface InfluenceEdge {
  of(device: DeviceIdentity): DeviceInfluences;
  /** The fault has begun or ended: devices look again at what is influenced. */
  change(instance: FaultInstance, fleet: Pick<Fleet, 'made'>): void;
}

export function createInfluenceEdge(
  clock: Clock,
  active: readonly FaultInstance[],
  compose: typeof composeInfluences,
): InfluenceEdge {
  const none = compose([]);
  /** Parts hold state of their own, so each fault has one for each device for as long as it lasts. */
  const parts = new Map<FaultInstance, { readonly act: FaultAct; readonly byDevice: Map<string, Part> }>();
  let generation = 0;
  let influencing = 0;

  const partOf = (instance: FaultInstance, device: DeviceIdentity): Part | undefined => {
    const held = parts.get(instance);
    if (!held || !instance.act() || !instance.selects({ deviceId: device.deviceId })) return undefined;
    const part = held.byDevice.get(device.deviceId) ?? held.act.influences?.(device) ?? {};
    held.byDevice.set(device.deviceId, part);
    return part;
  };
  const composed = (device: DeviceIdentity): { influences: DeviceInfluences; until: number } => {
    const chosen: Part[] = [];
    let until = Infinity;
    for (const instance of active) {
      const part = partOf(instance, device);
      if (!part) continue;
      chosen.push(part);
      until = Math.min(until, instance.endsAt);
    }
    return { influences: chosen.length > 0 ? compose(chosen) : none, until };
  };
  const of = (device: DeviceIdentity): DeviceInfluences => {
    let seen = -1;
    let current = { influences: none, until: Infinity };
    const now = (): DeviceInfluences => {
      if (influencing === 0) return none;
      if (seen !== generation || clock.now() >= current.until) {
        seen = generation;
        current = composed(device);
      }
      return current.influences;
    };
    return {
      operationTime: (...given) => now().operationTime(...given),
      answering: (...given) => now().answering(...given),
      contact: (...given) => now().contact(...given),
      bounce: (...given) => now().bounce(...given),
      reading: (...given) => now().reading(...given),
      rs485: (...given) => now().rs485(...given),
    };
  };

  return {
    of,
    change: (instance, fleet) => {
      const act = instance.act();
      if (act ? !act.influences : !parts.has(instance)) return;
      generation++;
      if (act) parts.set(instance, { act, byDevice: new Map() });
      else parts.delete(instance);
      influencing = parts.size;
      for (const device of fleet.made()) {
        if (instance.selects({ deviceId: device.deviceId })) device.reconsider();
      }
    },
  };
}

// The devices of a fleet that a selector selects, without a walk through the fleet where ids name them.
import { isGlob } from '../../../pattern/glob.js';
import type { Fleet } from '../../fleet/fleet.js';
import type { DeviceIdentity } from '../../fleet/fleet-spec.js';
import type { Selector, Selects } from '../selector.js';

export function* selectedDevices(
  fleet: Pick<Fleet, 'list' | 'identity'>,
  { device }: Selector,
  selects: Selects,
): Generator<DeviceIdentity> {
  const named = device && !device.some(isGlob);
  for (const identity of named ? identitiesOf(fleet, device) : fleet.list()) {
    if (selects({ deviceId: identity.deviceId })) yield identity;
  }
}

function identitiesOf(fleet: Pick<Fleet, 'identity'>, ids: readonly string[]): DeviceIdentity[] {
  return ids.flatMap((id) => fleet.identity(id) ?? []);
}

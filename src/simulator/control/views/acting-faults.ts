// Which faults act on a device at this moment.
import type { FaultStatus } from '../../faults/engine/status.js';
import { readFaultOrder } from '../../faults/plan/read-order.js';
import { faultType } from '../../faults/registry.js';
import { createSelects, type Selects } from '../../faults/selector.js';
import type { Fleet } from '../../fleet/fleet.js';

/** The ids of the active faults that are about devices and select this one. */
export function actingFaults(statuses: readonly FaultStatus[], fleet: Fleet): (deviceId: string) => string[] {
  const profileOf = (deviceId: string): string | undefined => fleet.identity(deviceId)?.profileId;
  const active = statuses.flatMap((status): { readonly id: string; readonly selects: Selects }[] => {
    const order = status.state === 'active' ? readFaultOrder(status.order) : undefined;
    if (!order?.ok || !faultType(status.type)?.selects.includes('device')) return [];
    const { device, profile } = order.value.selector;
    return [{ id: status.id, selects: createSelects({ device, profile }, profileOf) }];
  });
  return (deviceId) => active.filter(({ selects }) => selects({ deviceId })).map(({ id }) => id);
}

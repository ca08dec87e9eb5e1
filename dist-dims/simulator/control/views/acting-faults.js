import { readFaultOrder } from '../../faults/plan/read-order.js';
import { faultType } from '../../faults/registry.js';
import { createSelects } from '../../faults/selector.js';
/** The ids of the active faults that are about devices and select this one. */
export function actingFaults(statuses, fleet) {
    const profileOf = (deviceId) => fleet.identity(deviceId)?.profileId;
    const active = statuses.flatMap((status) => {
        const order = status.state === 'active' ? readFaultOrder(status.order) : undefined;
        if (!order?.ok || !faultType(status.type)?.selects.includes('device'))
            return [];
        const { device, profile } = order.value.selector;
        return [{ id: status.id, selects: createSelects({ device, profile }, profileOf) }];
    });
    return (deviceId) => active.filter(({ selects }) => selects({ deviceId })).map(({ id }) => id);
}

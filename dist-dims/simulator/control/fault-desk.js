import { parseFaultPlan } from '../faults/plan/parse-fault-plan.js';
import { readFaultOrder } from '../faults/plan/read-order.js';
/** @param current the engine and the fleet, which a reset replaces. */
export function createFaultDesk(current) {
    const add = (order) => current().faults.add(order);
    return {
        order: (written) => {
            const order = readFaultOrder(written, current().fleet);
            return order.ok ? { ok: true, value: add(order.value) } : order;
        },
        apply: (text, file) => {
            const plan = parseFaultPlan(text, file, current().fleet);
            return plan.ok ? { ok: true, value: plan.value.faults.map(add) } : plan;
        },
        reorder: (written) => {
            for (const each of written) {
                const order = readFaultOrder(each);
                if (order.ok)
                    add(order.value);
            }
        },
        clear: (id) => current().faults.clear(id),
        clearAll: () => current().faults.clearAll(),
        list: () => current().faults.list(),
    };
}

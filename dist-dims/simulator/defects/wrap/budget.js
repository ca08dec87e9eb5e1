import { withPorts } from './ports.js';
/** @param filed what the budget of a device is counted under. */
export function withFiledBudgets(filed) {
    return withPorts(({ budget }) => ({
        budget: {
            waitFor: (deviceId, origin) => budget.waitFor(filed(deviceId, origin), origin),
            spend: (deviceId, origin) => budget.spend(filed(deviceId, origin), origin),
        },
    }));
}

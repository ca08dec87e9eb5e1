// For defects that file refresh budgets under something else than the device.
import type { Decoration } from '../decoration.js';
import type { Origin } from '../service/origin.js';

/** @param filed what the budget of a device is filed under. */
export function withFiledBudgets(
  filed: (deviceId: string, origin?: Origin) => string,
): Pick<Decoration, 'ports'> {
  return {
    ports: (ports) => ({
      ...ports,
      budget: {
        ...ports.budget,
        waitFor: (deviceId, origin) => ports.budget.waitFor(filed(deviceId, origin), origin),
        spend: (deviceId, origin) => ports.budget.spend(filed(deviceId, origin), origin),
      },
    }),
  };
}

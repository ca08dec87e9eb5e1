// For defects that file refresh budgets under something else than the device.
import type { Decoration } from '../decoration.js';

/** @param filed what the budget of a device is filed under. */
export function withFiledBudgets(filed: (deviceId: string) => string): Pick<Decoration, 'ports'> {
  return {
    ports: (ports) => ({
      ...ports,
      budget: {
        ...ports.budget,
        waitFor: (deviceId) => ports.budget.waitFor(filed(deviceId)),
        spend: (deviceId) => ports.budget.spend(filed(deviceId)),
      },
    }),
  };
}

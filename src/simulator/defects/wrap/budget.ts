// Refresh budgets that are counted under something else than the device.
import type { Decoration } from '../../decoration.js';
import { withPorts } from './ports.js';

/** @param filed what the budget of a device is counted under. */
export function withFiledBudgets(filed: (deviceId: string) => string): Pick<Decoration, 'ports'> {
  return withPorts(({ budget }) => ({
    budget: {
      waitFor: (deviceId) => budget.waitFor(filed(deviceId)),
      spend: (deviceId) => budget.spend(filed(deviceId)),
    },
  }));
}

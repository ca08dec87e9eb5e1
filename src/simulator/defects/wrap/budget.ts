// Refresh budgets that are counted under something else than the device.
import type { Decoration } from '../../decoration.js';
import type { Origin } from '../../service/origin.js';
import { withPorts } from './ports.js';

/** @param filed what the budget of a device is counted under. */
export function withFiledBudgets(
  filed: (deviceId: string, origin: Origin | undefined) => string,
): Pick<Decoration, 'ports'> {
  return withPorts(({ budget }) => ({
    budget: {
      waitFor: (deviceId, origin) => budget.waitFor(filed(deviceId, origin), origin),
      spend: (deviceId, origin) => budget.spend(filed(deviceId, origin), origin),
    },
  }));
}

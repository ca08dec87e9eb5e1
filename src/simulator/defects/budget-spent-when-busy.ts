// A refresh that is refused because the device is busy spends the budget all the same.
import type { Defect } from './defect.js';

export function budgetSpentWhenBusy(): Defect {
  return {
    id: 'budget-spent-when-busy',
    rule: 'refresh.busy-is-free',
    summary: 'A refresh refused with DEVICE_BUSY spends the refresh budget.',
    ports: (ports, { clock }) => {
      const wrongly = new Map<string, number>();
      return {
        ...ports,
        lane: {
          ...ports.lane,
          enter: (deviceId) => {
            const leave = ports.lane.enter(deviceId);
            if (!leave) wrongly.set(deviceId, clock.now());
            return leave;
          },
        },
        budget: {
          ...ports.budget,
          waitFor: (deviceId) => {
            const since = wrongly.get(deviceId);
            const left = since === undefined ? 0 : since + 3000 - clock.now();
            return left > 0 ? left : ports.budget.waitFor(deviceId);
          },
        },
      };
    },
  };
}

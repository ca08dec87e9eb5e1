// A control makes what was read of the device worthless, so the next refresh is let through at once.
import type { Defect } from './defect.js';

export function budgetResetByControl(): Defect {
  return {
    id: 'budget-reset-by-control',
    rule: 'refresh.min-interval',
    summary: 'After a control the device may be refreshed at once, however short ago it was refreshed.',
    ports: (ports) => {
      const outdated = new Set<string>();
      return {
        ...ports,
        ledger: {
          ...ports.ledger,
          open: (request) => {
            outdated.add(request.deviceId);
            return ports.ledger.open(request);
          },
        },
        budget: {
          ...ports.budget,
          waitFor: (deviceId) => (outdated.has(deviceId) ? undefined : ports.budget.waitFor(deviceId)),
          spend: (deviceId) => {
            outdated.delete(deviceId);
            ports.budget.spend(deviceId);
          },
        },
      };
    },
  };
}

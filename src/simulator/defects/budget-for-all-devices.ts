// One refresh budget for all devices together.
import type { Defect } from './defect.js';

export function budgetForAllDevices(): Defect {
  return {
    id: 'budget-for-all-devices',
    rule: 'refresh.per-device',
    summary: 'A refresh of one device keeps every other device from being refreshed.',
    ports: (ports) => ({
      ...ports,
      budget: {
        ...ports.budget,
        waitFor: () => ports.budget.waitFor('all'),
        spend: () => ports.budget.spend('all'),
      },
    }),
  };
}

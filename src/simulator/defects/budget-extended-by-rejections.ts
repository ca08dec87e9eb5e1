// Each refused refresh starts the three seconds anew.
import type { Defect } from './defect.js';

export function budgetExtendedByRejections(): Defect {
  return {
    id: 'budget-extended-by-rejections',
    rule: 'refresh.rejection-is-free',
    summary: 'A refused refresh starts the waiting time anew.',
    ports: (ports) => ({
      ...ports,
      budget: {
        ...ports.budget,
        waitFor: (deviceId) => {
          const wait = ports.budget.waitFor(deviceId);
          if (wait !== undefined) ports.budget.spend(deviceId);
          return wait;
        },
      },
    }),
  };
}

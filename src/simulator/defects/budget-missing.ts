// Devices can be refreshed as often as one likes.
import type { Defect } from './defect.js';

export function budgetMissing(): Defect {
  return {
    id: 'budget-missing',
    rule: 'refresh.min-interval',
    summary: 'Refreshes of one device are accepted without any distance between them.',
    ports: (ports) => ({ ...ports, budget: { ...ports.budget, waitFor: () => undefined } }),
  };
}

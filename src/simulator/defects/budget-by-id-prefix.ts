// The books of the budget are found by the beginning of the identifier.
import type { Defect } from './defect.js';
import { withFiledBudgets } from './with-filed-budgets.js';

const LOOKED_AT = 6;

export function budgetByIdPrefix(): Defect {
  const shelfOf = (deviceId: string): string => deviceId.slice(0, LOOKED_AT);
  return {
    id: 'budget-by-id-prefix',
    rule: 'refresh.per-device',
    summary: 'Devices whose identifiers begin with the same six characters share one refresh budget.',
    ...withFiledBudgets(shelfOf),
  };
}

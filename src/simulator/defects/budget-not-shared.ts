// Each channel has a refresh budget of its own.
import type { Origin } from '../service/origin.js';
import type { Defect } from './defect.js';
import { withFiledBudgets } from './with-filed-budgets.js';

export function budgetNotShared(): Defect {
  const ofChannel = (deviceId: string, origin?: Origin): string => `${origin?.channel} ${deviceId}`;
  return {
    id: 'budget-not-shared',
    rule: 'refresh.shared-budget',
    summary: 'GET device and device.state.get each have their own refresh budget.',
    ...withFiledBudgets(ofChannel),
  };
}

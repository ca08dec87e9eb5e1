// Each channel has a refresh budget of its own.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';
import { withFiledBudgets } from './with-filed-budgets.js';

export function budgetNotShared(): Defect {
  const channel = whichChannel();
  const ofChannel = (deviceId: string): string => `${channel.current()} ${deviceId}`;
  return {
    id: 'budget-not-shared',
    rule: 'refresh.shared-budget',
    summary: 'GET device and device.state.get each have their own refresh budget.',
    ...channel.watching,
    ...withFiledBudgets(ofChannel),
  };
}

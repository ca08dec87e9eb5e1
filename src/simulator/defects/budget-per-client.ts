// Each API client has a refresh budget of its own for each device.
import type { Defect } from './defect.js';
import { withFiledBudgets } from './with-filed-budgets.js';

export function budgetPerClient(): Defect {
  let refreshing = '';
  const ofClient = (deviceId: string): string => `${refreshing} ${deviceId}`;
  return {
    id: 'budget-per-client',
    rule: 'refresh.across-clients',
    summary: 'Two API clients refresh one device within three seconds of each other.',
    service: (service) => ({
      ...service,
      refresh: (caller, deviceId) => {
        refreshing = caller.clientId;
        return service.refresh(caller, deviceId);
      },
    }),
    ...withFiledBudgets(ofClient),
  };
}

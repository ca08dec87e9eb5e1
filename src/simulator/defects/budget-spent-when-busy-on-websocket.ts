// device.state.get counts before it asks for the lane.
import type { RefreshBudget } from '../service/refresh-budget.js';
import type { Defect } from './defect.js';

export function budgetSpentWhenBusyOnWebsocket(): Defect {
  let budget: RefreshBudget | undefined;
  return {
    id: 'budget-spent-when-busy-on-websocket',
    rule: 'refresh.busy-is-free',
    summary: 'A device.state.get refused with DEVICE_BUSY spends the refresh budget.',
    ports: (ports) => {
      ({ budget } = ports);
      return ports;
    },
    service: (service) => ({
      ...service,
      refresh: async (caller, deviceId) => {
        const outcome = await service.refresh(caller, deviceId);
        const busy = !outcome.ok && outcome.refusal.code === 'DEVICE_BUSY';
        if (busy && caller.origin?.channel === 'ws') budget?.spend(deviceId);
        return outcome;
      },
    }),
  };
}

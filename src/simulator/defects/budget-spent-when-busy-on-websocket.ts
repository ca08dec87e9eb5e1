// device.state.get counts before it asks for the lane.
import type { RefreshBudget } from '../service/refresh-budget.js';
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function budgetSpentWhenBusyOnWebsocket(): Defect {
  const channel = whichChannel();
  let budget: RefreshBudget | undefined;
  return {
    id: 'budget-spent-when-busy-on-websocket',
    rule: 'refresh.busy-is-free',
    summary: 'A device.state.get refused with DEVICE_BUSY spends the refresh budget.',
    ...channel.watching,
    ports: (ports) => {
      ({ budget } = ports);
      return ports;
    },
    service: (service) => ({
      ...service,
      refresh: async (caller, deviceId) => {
        const overWebsocket = channel.current() === 'ws';
        const outcome = await service.refresh(caller, deviceId);
        const busy = !outcome.ok && outcome.refusal.code === 'DEVICE_BUSY';
        if (busy && overWebsocket) budget?.spend(deviceId);
        return outcome;
      },
    }),
  };
}

// REST keeps the books that WebSocket looks at, but not the other way round.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function budgetSharedOneWay(): Defect {
  const channel = whichChannel();
  const onWebsocket = (deviceId: string): string => `ws ${deviceId}`;
  return {
    id: 'budget-shared-one-way',
    rule: 'refresh.shared-budget',
    summary: 'device.state.get waits for an earlier GET device, but GET device not for device.state.get.',
    ...channel.watching,
    ports: ({ budget, ...ports }) => ({
      ...ports,
      budget: {
        ...budget,
        waitFor: (deviceId) => {
          const wait = budget.waitFor(deviceId);
          return channel.current() === 'ws' ? (wait ?? budget.waitFor(onWebsocket(deviceId))) : wait;
        },
        spend: (deviceId) => budget.spend(channel.current() === 'ws' ? onWebsocket(deviceId) : deviceId),
      },
    }),
  };
}

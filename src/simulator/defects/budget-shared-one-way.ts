// REST keeps the books that WebSocket looks at, but not the other way round.
import type { Defect } from './defect.js';

export function budgetSharedOneWay(): Defect {
  const onWebsocket = (deviceId: string): string => `ws ${deviceId}`;
  return {
    id: 'budget-shared-one-way',
    rule: 'refresh.shared-budget',
    summary: 'device.state.get waits for an earlier GET device, but GET device not for device.state.get.',
    ports: ({ budget, ...ports }) => ({
      ...ports,
      budget: {
        ...budget,
        waitFor: (deviceId, origin) => {
          const wait = budget.waitFor(deviceId, origin);
          return origin?.channel === 'ws' ? (wait ?? budget.waitFor(onWebsocket(deviceId), origin)) : wait;
        },
        spend: (deviceId, origin) =>
          budget.spend(origin?.channel === 'ws' ? onWebsocket(deviceId) : deviceId, origin),
      },
    }),
  };
}

// Over WebSocket each API client has a refresh budget of its own.
import type { Origin } from '../service/origin.js';
import { connectionOf } from './connection-of.js';
import type { Defect } from './defect.js';

export function budgetPerClientOnWebsocket(): Defect {
  const ofClient = (deviceId: string, origin?: Origin): string => {
    const connection = connectionOf(origin);
    return connection ? `${connection.clientId} ${deviceId}` : deviceId;
  };
  return {
    id: 'budget-per-client-on-websocket',
    rule: 'refresh.across-clients',
    summary: 'device.state.get of two API clients is accepted within three seconds on one device.',
    ports: ({ budget, ...ports }) => ({
      ...ports,
      budget: {
        ...budget,
        // What REST has spent counts for all.
        waitFor: (deviceId, origin) =>
          budget.waitFor(deviceId, origin) ?? budget.waitFor(ofClient(deviceId, origin), origin),
        spend: (deviceId, origin) => budget.spend(ofClient(deviceId, origin), origin),
      },
    }),
  };
}

// Over WebSocket each API client has a refresh budget of its own.
import type { Defect } from './defect.js';
import { whichConnection } from './which-connection.js';

export function budgetPerClientOnWebsocket(): Defect {
  const connection = whichConnection();
  const ofClient = (deviceId: string): string => {
    const caller = connection.current();
    return caller ? `${caller.clientId} ${deviceId}` : deviceId;
  };
  return {
    id: 'budget-per-client-on-websocket',
    rule: 'refresh.across-clients',
    summary: 'device.state.get of two API clients is accepted within three seconds on one device.',
    ...connection.watching,
    ports: ({ budget, ...ports }) => ({
      ...ports,
      budget: {
        ...budget,
        // What REST has spent counts for all.
        waitFor: (deviceId) => budget.waitFor(deviceId) ?? budget.waitFor(ofClient(deviceId)),
        spend: (deviceId) => budget.spend(ofClient(deviceId)),
      },
    }),
  };
}

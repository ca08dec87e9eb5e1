// Ports that tell the other instances what was done at them: events, disabled clients, tokens and tickets that expired.
import type { ServicePorts } from '../service/ports.js';
import type { DeviceKeeper } from './keeper.js';
import type { ClusterNode } from './node.js';
import type { SharedTokens } from './tokens.js';

export function sharePorts(
  ports: ServicePorts,
  node: ClusterNode,
  keeper: DeviceKeeper,
  tokens: SharedTokens,
): ServicePorts {
  const { access, events, tickets } = ports;
  return {
    ...ports,
    access: {
      ...access,
      setDisabled: (clientId, disabled) => {
        const known = access.setDisabled(clientId, disabled);
        const kept = ['disabled', clientId, disabled ? '1' : '0'] as const;
        if (known) node.tell({ t: 'disabled', from: node.id, clientId, disabled }, kept, true);
        return known;
      },
      expireTokens: (clientId) => {
        access.expireTokens(clientId);
        tokens.forget(clientId);
        const client = clientId ?? '';
        void node.insist('expire', 'token', client, JSON.stringify({ t: 'expired', client }));
      },
    },
    tickets: {
      ...tickets,
      expireAll: () => {
        tickets.expireAll();
        // Nobody but Redis has them: the others need not be told.
        void node.insist('expire', 'ticket', '', JSON.stringify({ t: 'noted' }));
      },
    },
    events: {
      ...events,
      publish: (event) => {
        // A device that another instance looks after is silent here.
        if (!keeper.isReady(event.deviceId) || !node.isMine(event.deviceId)) return;
        events.publish(event);
        if (node.memberCount > 1) node.publish({ t: 'event', from: node.id, event });
      },
    },
  };
}

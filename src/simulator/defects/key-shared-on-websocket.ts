// Over WebSocket the keys of different API clients meet.
import type { CommandRequest } from '../service/command-ledger.js';
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function keySharedOnWebsocket(): Defect {
  const channel = whichChannel();
  const filed = (request: CommandRequest): CommandRequest =>
    channel.current() === 'ws' ? { ...request, clientId: 'everybody' } : request;
  return {
    id: 'key-shared-on-websocket',
    rule: 'idempotency.per-client',
    summary:
      'A key that one API client used over WebSocket is taken for known when another one uses it there.',
    ...channel.watching,
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => ports.ledger.lookUp(filed(request)),
        open: (request) => ports.ledger.open(filed(request)),
      },
    }),
  };
}

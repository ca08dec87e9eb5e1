// A key lives as long as the connection that brought it.
import type { Connection } from '../service/origin.js';
import { connectionOf } from './connection-of.js';
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';

export function keyLostWithConnection(): Defect {
  const broughtBy = new Map<string, Connection>();
  return {
    id: 'key-lost-with-connection',
    rule: 'idempotency.same-command-websocket',
    summary: 'A key that came over a WebSocket connection is unknown once that connection has been closed.',
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...forgetfulLedger(ports.ledger, ({ commandId }) => broughtBy.get(commandId)?.ended === true),
        open: (request) => {
          const opened = ports.ledger.open(request);
          const bringer = connectionOf(request.origin);
          if (bringer) broughtBy.set(opened.entry.command.commandId, bringer);
          return opened;
        },
      },
    }),
  };
}

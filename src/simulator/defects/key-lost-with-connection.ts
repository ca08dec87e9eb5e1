// A key lives as long as the connection that brought it.
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';
import { type SeenConnection, whichConnection } from './which-connection.js';

export function keyLostWithConnection(): Defect {
  const connection = whichConnection();
  const broughtBy = new Map<string, SeenConnection>();
  return {
    id: 'key-lost-with-connection',
    rule: 'idempotency.same-command-websocket',
    summary: 'A key that came over a WebSocket connection is unknown once that connection has been closed.',
    ...connection.watching,
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...forgetfulLedger(ports.ledger, ({ commandId }) => broughtBy.get(commandId)?.ended === true),
        open: (request) => {
          const opened = ports.ledger.open(request);
          const bringer = connection.current();
          if (bringer) broughtBy.set(opened.entry.command.commandId, bringer);
          return opened;
        },
      },
    }),
  };
}

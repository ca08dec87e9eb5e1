// A key lives as long as the connection that brought it.
import type { Defect } from './defect.js';
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
        ...ports.ledger,
        lookUp: (request) => {
          const known = ports.ledger.lookUp(request);
          const lost = known.kind === 'repeat' && broughtBy.get(known.entry.command.commandId)?.ended;
          return lost ? { kind: 'new' } : known;
        },
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

// A connection that replaces a lost one takes over no keys of the REST channel from before.
import type { Defect } from './defect.js';
import { whichConnection } from './which-connection.js';

export function restKeyUnknownAfterReconnect(): Defect {
  const connection = whichConnection();
  const overRest = new Set<string>();
  return {
    id: 'rest-key-unknown-after-reconnect',
    rule: 'idempotency.across-channels',
    summary:
      'A client that has reconnected and repeats an earlier REST request over WebSocket runs it again.',
    ...connection.watching,
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => {
          const known = ports.ledger.lookUp(request);
          const caller = connection.current();
          if (known.kind !== 'repeat' || !caller?.isReconnect) return known;
          const { commandId, createdAt = 0 } = known.entry.command;
          const unknown = overRest.has(commandId) && caller.openedAt > createdAt;
          return unknown ? { kind: 'new' } : known;
        },
        open: (request) => {
          const opened = ports.ledger.open(request);
          if (!connection.current()) overRest.add(opened.entry.command.commandId);
          return opened;
        },
      },
    }),
  };
}

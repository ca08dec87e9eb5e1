// A connection that replaces a lost one takes over no keys of the REST channel from before.
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';
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
        ...forgetfulLedger(ports.ledger, ({ commandId, createdAt = 0 }) => {
          const caller = connection.current();
          return caller?.isReconnect === true && overRest.has(commandId) && caller.openedAt > createdAt;
        }),
        open: (request) => {
          const opened = ports.ledger.open(request);
          if (!connection.current()) overRest.add(opened.entry.command.commandId);
          return opened;
        },
      },
    }),
  };
}

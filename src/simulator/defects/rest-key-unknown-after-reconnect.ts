// A connection that replaces a lost one takes over no keys of the REST channel from before.
import { connectionOf } from './connection-of.js';
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';

export function restKeyUnknownAfterReconnect(): Defect {
  const leavers = new Set<string>();
  const reconnected = new Set<string>();
  const overRest = new Set<string>();
  return {
    id: 'rest-key-unknown-after-reconnect',
    rule: 'idempotency.across-channels',
    summary:
      'A client that has reconnected and repeats an earlier REST request over WebSocket runs it again.',
    session: (next) => (caller, socket) => {
      if (leavers.has(caller.clientId)) reconnected.add(caller.origin.connection.id);
      const session = next(caller, socket);
      return {
        ...session,
        end: () => {
          session.end();
          leavers.add(caller.clientId);
        },
      };
    },
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...forgetfulLedger(ports.ledger, ({ commandId, createdAt = 0 }, { origin }) => {
          const connection = connectionOf(origin);
          if (!connection || !reconnected.has(connection.id)) return false;
          return overRest.has(commandId) && connection.openedAt > createdAt;
        }),
        open: (request) => {
          const opened = ports.ledger.open(request);
          if (!connectionOf(request.origin)) overRest.add(opened.entry.command.commandId);
          return opened;
        },
      },
    }),
  };
}

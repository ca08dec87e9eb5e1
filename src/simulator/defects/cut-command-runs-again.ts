// The key is noted down with the reply: where the connection is gone by then, it never is.
import type { Connection } from '../service/origin.js';
import { atConnectionEnd, connectionOf } from './connection-of.js';
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';

export function cutCommandRunsAgain(): Defect {
  const running = new Map<string, Connection>();
  const forgotten = new Set<string>();
  return {
    id: 'cut-command-runs-again',
    rule: 'idempotency.after-lost-response',
    summary: 'A command whose WebSocket connection was lost while it ran is carried out again on the repeat.',
    ...atConnectionEnd((gone) => {
      for (const [commandId, bringer] of running) if (bringer === gone) forgotten.add(commandId);
    }),
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...forgetfulLedger(ports.ledger, ({ commandId }) => forgotten.has(commandId)),
        open: (request) => {
          const { entry, finish } = ports.ledger.open(request);
          const { commandId } = entry.command;
          const bringer = connectionOf(request.origin);
          if (bringer) running.set(commandId, bringer);
          return {
            entry,
            finish: (outcome) => {
              running.delete(commandId);
              finish(outcome);
            },
          };
        },
      },
    }),
  };
}

// The key is noted down with the reply: where the connection is gone by then, it never is.
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';
import { type SeenConnection, whichConnection } from './which-connection.js';

export function cutCommandRunsAgain(): Defect {
  const running = new Map<string, SeenConnection>();
  const forgotten = new Set<string>();
  const connection = whichConnection((gone) => {
    for (const [commandId, bringer] of running) if (bringer === gone) forgotten.add(commandId);
  });
  return {
    id: 'cut-command-runs-again',
    rule: 'idempotency.after-lost-response',
    summary: 'A command whose WebSocket connection was lost while it ran is carried out again on the repeat.',
    ...connection.watching,
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...forgetfulLedger(ports.ledger, ({ commandId }) => forgotten.has(commandId)),
        open: (request) => {
          const { entry, finish } = ports.ledger.open(request);
          const { commandId } = entry.command;
          const bringer = connection.current();
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

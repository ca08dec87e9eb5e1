// TIMEOUT is taken for a reason to try again.
import type { Defect } from './defect.js';

export function timeoutRunsAgain(): Defect {
  return {
    id: 'timeout-runs-again',
    rule: 'idempotency.timeout-is-final',
    summary: 'A repeat of a request that ended in TIMEOUT is sent to the device once more.',
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => {
          const known = ports.ledger.lookUp(request);
          const over = known.kind === 'repeat' && known.entry.command.status === 'timeout';
          return over ? { kind: 'new' } : known;
        },
      },
    }),
  };
}

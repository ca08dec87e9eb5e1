// A key that comes with another request runs as if it were new.
import type { Defect } from './defect.js';

export function keyReuseRuns(): Defect {
  return {
    id: 'key-reuse-runs',
    rule: 'idempotency.reused-for-another-request',
    summary: 'A used key with another body is carried out as a new command.',
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => {
          const known = ports.ledger.lookUp(request);
          return known.kind === 'conflict' ? { kind: 'new' } : known;
        },
      },
    }),
  };
}

// Keys of different API clients meet.
import type { Defect } from './defect.js';

export function keySharedByClients(): Defect {
  return {
    id: 'key-shared-by-clients',
    rule: 'idempotency.per-client',
    summary: 'A key used by one API client is taken for known when another one uses it.',
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => ports.ledger.lookUp({ ...request, clientId: 'everybody' }),
        open: (request) => ports.ledger.open({ ...request, clientId: 'everybody' }),
      },
    }),
  };
}

// Keys of different API clients meet.
import type { Defect } from './defect.js';
import { withFiledKeys } from './with-filed-keys.js';

export function keySharedByClients(): Defect {
  return {
    id: 'key-shared-by-clients',
    rule: 'idempotency.per-client',
    summary: 'A key used by one API client is taken for known when another one uses it.',
    ...withFiledKeys((request) => ({ ...request, clientId: 'everybody' })),
  };
}

// A 429 of the REST channel has no Retry-After header.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function retryAfterHeaderMissing(): Defect {
  return {
    id: 'retry-after-header-missing',
    rule: 'refresh.rate-limited-rest',
    summary: 'A refused refresh over REST comes without the Retry-After header.',
    ...editReplies((_, reply) => (reply.status === 429 ? { headers: {} } : undefined)),
  };
}

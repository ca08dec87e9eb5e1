// Header and data of a 429 speak of different delays.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function retryAfterDisagrees(): Defect {
  return {
    id: 'retry-after-disagrees',
    rule: 'limits.shape',
    summary: 'Retry-After of a 429 is a minute longer than data.retryAfterSeconds.',
    ...editReplies((_, { status, headers }) =>
      status === 429
        ? { headers: { ...headers, 'retry-after': String(Number(headers['retry-after'] ?? 0) + 60) } }
        : undefined,
    ),
  };
}

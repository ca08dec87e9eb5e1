// Malformed input breaks the service.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function badInputIs500(): Defect {
  return {
    id: 'bad-input-is-500',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A malformed body is answered with 500 INTERNAL_ERROR.',
    ...editReplies((body, reply) =>
      reply.status === 400
        ? {
            status: 500,
            body: JSON.stringify({ ...body, code: 'INTERNAL_ERROR', message: 'unexpected token' }),
          }
        : undefined,
    ),
  };
}

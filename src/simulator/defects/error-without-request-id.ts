// Error bodies do not name their request.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function errorWithoutRequestId(): Defect {
  return {
    id: 'error-without-request-id',
    rule: 'envelope.error-request-id',
    summary: 'REST error bodies have no requestId.',
    ...editReplies((body) => {
      if (body['code'] === 'SUCCESS') return undefined;
      const { requestId: _, ...rest } = body;
      return rest;
    }),
  };
}

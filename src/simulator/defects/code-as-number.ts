// Refusals repeat the HTTP status where their code should be.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function codeAsNumber(): Defect {
  return {
    id: 'code-as-number',
    rule: 'envelope.code',
    summary: 'The code of a refusal over REST is its HTTP status, as a number.',
    ...editReplies((body, { status }) => (status === 200 ? undefined : { ...body, code: status })),
  };
}

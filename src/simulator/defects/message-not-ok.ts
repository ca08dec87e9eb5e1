// A success says something else than OK.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function messageNotOk(): Defect {
  return {
    id: 'message-not-ok',
    rule: 'envelope.message',
    summary: 'The message of a success is "success" instead of "OK".',
    ...editReplies((body) => (body['code'] === 'SUCCESS' ? { ...body, message: 'success' } : undefined)),
  };
}

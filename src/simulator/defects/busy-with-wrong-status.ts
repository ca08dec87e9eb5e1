// DEVICE_BUSY comes with a status that means something else.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function busyWithWrongStatus(): Defect {
  return {
    id: 'busy-with-wrong-status',
    rule: 'envelope.status-code-pairs',
    summary: 'DEVICE_BUSY comes with HTTP status 423.',
    ...editReplies((body) => (body['code'] === 'DEVICE_BUSY' ? { status: 423 } : undefined)),
  };
}

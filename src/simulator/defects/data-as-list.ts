// A list is put straight into `data`, without a name.
import { dataOf, editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function dataAsList(): Defect {
  return {
    id: 'data-as-list',
    rule: 'envelope.data',
    summary: 'data of the profile list is an array and no object.',
    ...editReplies((body, { status }, { target }) =>
      status === 200 && target.startsWith('/svc/v1/device-profiles')
        ? { ...body, data: Object.values(dataOf(body)) }
        : undefined,
    ),
  };
}

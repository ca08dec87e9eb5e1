// The device list is not called devices.
import { dataOf, editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function deviceListRenamed(): Defect {
  return {
    id: 'device-list-renamed',
    rule: 'devices.list',
    summary: 'The device list comes as data.items instead of data.devices.',
    ...editReplies((body) => {
      const { devices, ...rest } = dataOf(body);
      return devices === undefined ? undefined : { ...body, data: { ...rest, items: devices } };
    }),
  };
}

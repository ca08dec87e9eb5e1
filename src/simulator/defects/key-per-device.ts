// Keys are filed by device, so that one key may mean a command on each.
import type { Defect } from './defect.js';
import { withFiledKeys } from './with-filed-keys.js';

export function keyPerDevice(): Defect {
  return {
    id: 'key-per-device',
    rule: 'idempotency.reused-for-another-request',
    summary: 'A used key is carried out as a new command when it names another device.',
    ...withFiledKeys((request) => {
      const { deviceId, idempotencyKey: key } = request;
      return key === undefined ? request : { ...request, idempotencyKey: `${deviceId} ${key}` };
    }),
  };
}

// A key used on one channel is unknown on the other.
import type { Defect } from './defect.js';

export function keyPerChannel(): Defect {
  return {
    id: 'key-per-channel',
    rule: 'idempotency.across-channels',
    summary: 'A key that was used over REST creates a second command over WebSocket.',
    service: (service) => ({
      ...service,
      operate: (caller, request) => {
        const { idempotencyKey } = request;
        const own = idempotencyKey === undefined ? undefined : `${caller.origin?.channel} ${idempotencyKey}`;
        return service.operate(caller, { ...request, idempotencyKey: own });
      },
    }),
  };
}

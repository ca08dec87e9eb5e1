// A key used on one channel is unknown on the other.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function keyPerChannel(): Defect {
  const channel = whichChannel();
  return {
    id: 'key-per-channel',
    rule: 'idempotency.across-channels',
    summary: 'A key that was used over REST creates a second command over WebSocket.',
    ...channel.watching,
    service: (service) => ({
      ...service,
      operate: (caller, request) => {
        const { idempotencyKey } = request;
        const own = idempotencyKey === undefined ? undefined : `${channel.current()} ${idempotencyKey}`;
        return service.operate(caller, { ...request, idempotencyKey: own });
      },
    }),
  };
}

// Over WebSocket the keys of different API clients meet.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';
import { withFiledKeys } from './with-filed-keys.js';

export function keySharedOnWebsocket(): Defect {
  const channel = whichChannel();
  return {
    id: 'key-shared-on-websocket',
    rule: 'idempotency.per-client',
    summary:
      'A key that one API client used over WebSocket is taken for known when another one uses it there.',
    ...channel.watching,
    ...withFiledKeys((request) =>
      channel.current() === 'ws' ? { ...request, clientId: 'everybody' } : request,
    ),
  };
}

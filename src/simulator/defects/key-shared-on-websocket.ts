// Over WebSocket the keys of different API clients meet.
import type { Defect } from './defect.js';
import { withFiledKeys } from './with-filed-keys.js';

export function keySharedOnWebsocket(): Defect {
  return {
    id: 'key-shared-on-websocket',
    rule: 'idempotency.per-client',
    summary:
      'A key that one API client used over WebSocket is taken for known when another one uses it there.',
    ...withFiledKeys((request) =>
      request.origin?.channel === 'ws' ? { ...request, clientId: 'everybody' } : request,
    ),
  };
}

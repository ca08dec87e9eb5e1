// The WebSocket keeps each reply under its key, refusals too.
import type { Defect } from './defect.js';
import { withKeptRefusals } from './with-kept-refusals.js';

export function refusalRememberedOnWebsocket(): Defect {
  return {
    id: 'refusal-remembered-on-websocket',
    rule: 'idempotency.refused-is-not-remembered',
    summary: 'A request refused with DEVICE_BUSY over WebSocket is refused there for ever under its key.',
    ...withKeptRefusals(({ origin }) => origin?.channel === 'ws'),
  };
}

// A rate-limited reply of the WebSocket does not say how long to wait.
import { editFrames } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function retryAfterMissingOnWebsocket(): Defect {
  return {
    id: 'retry-after-missing-on-websocket',
    rule: 'refresh.rate-limited-websocket',
    summary: 'A rate-limited reply on the WebSocket has no data.retryAfterSeconds.',
    ...editFrames((frame) => (frame['code'] === 'RATE_LIMITED' ? { ...frame, data: {} } : undefined)),
  };
}

// The delay comes as a text, in JSON that is read by programs.
import { dataOf, editFrames } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function retryAfterAsTextOnWebsocket(): Defect {
  return {
    id: 'retry-after-as-text-on-websocket',
    rule: 'refresh.rate-limited-websocket',
    summary: 'data.retryAfterSeconds of a rate-limited reply on the WebSocket is a text such as "3 s".',
    ...editFrames((frame) => {
      if (frame['code'] !== 'RATE_LIMITED') return undefined;
      const data = dataOf(frame);
      return { ...frame, data: { ...data, retryAfterSeconds: `${String(data['retryAfterSeconds'])} s` } };
    }),
  };
}

// A response that a WebSocket request waited for is told to all as well.
import type { Defect } from './defect.js';
import { withTelling } from './with-telling.js';

export function websocketTransceiveBroadcast(): Defect {
  return {
    id: 'websocket-transceive-broadcast',
    rule: 'events.not-for-solicited',
    summary: 'The response to a transceive over WebSocket also emits device.rs485.received.',
    ...withTelling(async (device, operation, tell, origin) => {
      const outcome = await device.perform(operation);
      const data = outcome.kind === 'done' ? outcome.value?.data : undefined;
      if (origin?.channel === 'ws' && data !== undefined) tell({ kind: 'rs485-received', data });
      return outcome;
    }),
  };
}

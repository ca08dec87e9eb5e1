// A response that a WebSocket request waited for is told to all as well.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';
import { withTelling } from './with-telling.js';

export function websocketTransceiveBroadcast(): Defect {
  const channel = whichChannel();
  return {
    id: 'websocket-transceive-broadcast',
    rule: 'events.not-for-solicited',
    summary: 'The response to a transceive over WebSocket also emits device.rs485.received.',
    ...channel.watching,
    ...withTelling(async (device, operation, tell) => {
      const told = channel.current() === 'ws';
      const outcome = await device.perform(operation);
      const data = outcome.kind === 'done' ? outcome.value?.data : undefined;
      if (told && data !== undefined) tell({ kind: 'rs485-received', data });
      return outcome;
    }),
  };
}

// The WebSocket keeps each reply under its key, refusals too.
import type { CommandValue } from '../../dialect/dialect.js';
import type { Outcome } from '../service/outcome.js';
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function refusalRememberedOnWebsocket(): Defect {
  const channel = whichChannel();
  return {
    id: 'refusal-remembered-on-websocket',
    rule: 'idempotency.refused-is-not-remembered',
    summary: 'A request refused with DEVICE_BUSY over WebSocket is refused there for ever under its key.',
    ...channel.watching,
    service: (service) => {
      const refused = new Map<string, Outcome<CommandValue>>();
      return {
        ...service,
        operate: async (caller, request) => {
          if (channel.current() !== 'ws') return service.operate(caller, request);
          const slot = `${caller.clientId} ${request.idempotencyKey}`;
          const earlier = refused.get(slot);
          if (earlier) return earlier;
          const outcome = await service.operate(caller, request);
          if (!outcome.ok && outcome.refusal.code === 'DEVICE_BUSY') refused.set(slot, outcome);
          return outcome;
        },
      };
    },
  };
}

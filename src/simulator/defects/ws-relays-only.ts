// The WebSocket channel knows relays and nothing else.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function wsRelaysOnly(): Defect {
  const now = whichChannel();
  return {
    id: 'ws-relays-only',
    rule: 'ws.operation-execute',
    summary: 'device.operation.execute refuses every operation but device.relay.set.',
    ...now.watching,
    service: (service) => ({
      ...service,
      operate: (caller, request) =>
        now.current() === 'ws' && request.operation.name !== 'device.relay.set'
          ? Promise.resolve({
              ok: false,
              refusal: { code: 'INVALID_REQUEST', message: 'The operation is unknown.' },
            })
          : service.operate(caller, request),
    }),
  };
}

// The WebSocket channel knows relays and nothing else.
import type { Defect } from './defect.js';

export function wsRelaysOnly(): Defect {
  return {
    id: 'ws-relays-only',
    rule: 'ws.operation-execute',
    summary: 'device.operation.execute refuses every operation but device.relay.set.',
    service: (service) => ({
      ...service,
      operate: (caller, request) =>
        caller.origin?.channel === 'ws' && request.operation.name !== 'device.relay.set'
          ? Promise.resolve({
              ok: false,
              refusal: { code: 'INVALID_REQUEST', message: 'The operation is unknown.' },
            })
          : service.operate(caller, request),
    }),
  };
}

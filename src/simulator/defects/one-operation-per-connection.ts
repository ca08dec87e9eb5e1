// A connection works off one operation, and calls the device of the next one busy, whichever it is.
import type { Defect } from './defect.js';
import { type SeenConnection, whichConnection } from './which-connection.js';

const BUSY = {
  ok: false,
  refusal: { code: 'DEVICE_BUSY', message: 'Another operation is running.' },
} as const;

export function oneOperationPerConnection(): Defect {
  const connection = whichConnection();
  const atWork = new Set<SeenConnection>();
  return {
    id: 'one-operation-per-connection',
    rule: 'busy.per-device',
    summary: 'While an operation runs for a WebSocket connection, it is refused operations on all devices.',
    ...connection.watching,
    service: (service) => ({
      ...service,
      operate: async (caller, request) => {
        const own = connection.current();
        if (!own) return service.operate(caller, request);
        if (atWork.has(own)) return BUSY;
        atWork.add(own);
        return service.operate(caller, request).finally(() => atWork.delete(own));
      },
    }),
  };
}

// A connection works off one operation, and calls the device of the next one busy, whichever it is.
import type { Connection } from '../service/origin.js';
import { connectionOf } from './connection-of.js';
import type { Defect } from './defect.js';

const BUSY = {
  ok: false,
  refusal: { code: 'DEVICE_BUSY', message: 'Another operation is running.' },
} as const;

export function oneOperationPerConnection(): Defect {
  const atWork = new Set<Connection>();
  return {
    id: 'one-operation-per-connection',
    rule: 'busy.per-device',
    summary: 'While an operation runs for a WebSocket connection, it is refused operations on all devices.',
    service: (service) => ({
      ...service,
      operate: async (caller, request) => {
        const own = connectionOf(caller.origin);
        if (!own) return service.operate(caller, request);
        if (atWork.has(own)) return BUSY;
        atWork.add(own);
        return service.operate(caller, request).finally(() => atWork.delete(own));
      },
    }),
  };
}

// Over WebSocket a relay control is refused as busy, and queued all the same.
import type { Defect } from './defect.js';

/** How long after the refusal it runs, in ms. */
const LATER = 600;

export function busyRunsLaterOnWebsocket(): Defect {
  return {
    id: 'busy-runs-later-on-websocket',
    rule: 'busy.refused-has-no-effect',
    summary:
      'A relay control refused with DEVICE_BUSY over WebSocket is carried out when the device is free.',
    service: (service, { clock }) => ({
      ...service,
      operate: async (caller, request) => {
        const queued = caller.origin?.channel === 'ws' && request.operation.name === 'device.relay.set';
        const outcome = await service.operate(caller, request);
        if (queued && !outcome.ok && outcome.refusal.code === 'DEVICE_BUSY')
          clock.setTimer('wrongly queued', LATER, () => void service.operate(caller, request));
        return outcome;
      },
    }),
  };
}

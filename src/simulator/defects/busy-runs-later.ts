// A control that was refused as busy is carried out all the same, once the device is free.
import type { Defect } from './defect.js';

/** How long after the refusal it runs, in ms. */
const LATER = 600;

export function busyRunsLater(): Defect {
  return {
    id: 'busy-runs-later',
    rule: 'busy.refused-has-no-effect',
    summary: 'A control refused with DEVICE_BUSY is carried out a little later.',
    service: (service, { clock }) => ({
      ...service,
      operate: async (caller, request) => {
        const outcome = await service.operate(caller, request);
        if (!outcome.ok && outcome.refusal.code === 'DEVICE_BUSY') {
          clock.setTimer('wrongly queued', LATER, () => void service.operate(caller, request));
        }
        return outcome;
      },
    }),
  };
}

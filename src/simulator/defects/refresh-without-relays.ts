// A refresh reads the inputs and forgets the outputs.
import type { Defect } from './defect.js';

export function refreshWithoutRelays(): Defect {
  return {
    id: 'refresh-without-relays',
    rule: 'devices.refresh-covers-all',
    summary: 'A refresh shows no relays.',
    service: (service) => ({
      ...service,
      refresh: async (caller, deviceId) => {
        const detail = await service.refresh(caller, deviceId);
        if (!detail.ok) return detail;
        const peripherals = { ...detail.value.peripherals, relays: [] };
        return { ok: true, value: { ...detail.value, peripherals } };
      },
    }),
  };
}

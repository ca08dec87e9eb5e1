// A refresh reads the switched channels only.
import type { Defect } from './defect.js';

export function refreshWithoutSensors(): Defect {
  return {
    id: 'refresh-without-sensors',
    rule: 'devices.refresh-covers-all',
    summary: 'A refresh returns relays and digital inputs, but no analog inputs and no sensors.',
    service: (service) => ({
      ...service,
      refresh: async (caller, deviceId) => {
        const detail = await service.refresh(caller, deviceId);
        if (!detail.ok) return detail;
        const peripherals = { ...detail.value.peripherals, analogInputs: [], sensors: [] };
        return { ok: true, value: { ...detail.value, peripherals } };
      },
    }),
  };
}

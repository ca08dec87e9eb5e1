// Device detail shows the state of the first time that it was read.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Defect } from './defect.js';

export function detailFromCache(): Defect {
  return {
    id: 'detail-from-cache',
    rule: 'devices.detail-is-live',
    summary: 'A refresh returns what the first refresh of the device has read.',
    service: (service) => {
      const cache = new Map<string, Peripherals>();
      return {
        ...service,
        refresh: async (caller, deviceId) => {
          const detail = await service.refresh(caller, deviceId);
          if (!detail.ok) return detail;
          const peripherals = cache.get(deviceId) ?? detail.value.peripherals;
          cache.set(deviceId, peripherals);
          return { ok: true, value: { ...detail.value, peripherals } };
        },
      };
    },
  };
}

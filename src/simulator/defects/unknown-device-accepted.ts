// A device that does not exist is answered with success.
import type { Defect } from './defect.js';

export function unknownDeviceAccepted(): Defect {
  return {
    id: 'unknown-device-accepted',
    rule: 'devices.unknown',
    summary: 'An unknown device id is answered with an empty device.',
    service: (service) => ({
      ...service,
      refresh: async (caller, deviceId) => {
        const detail = await service.refresh(caller, deviceId);
        if (detail.ok || detail.refusal.code !== 'DEVICE_NOT_FOUND') return detail;
        const peripherals = { relays: [], digitalInputs: [], analogInputs: [], sensors: [] };
        return { ok: true, value: { device: { deviceId, online: false, powered: false }, peripherals } };
      },
    }),
  };
}

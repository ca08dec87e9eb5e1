// A device that was added works, but no list shows it.
import type { Defect } from './defect.js';

export function addedDeviceNotListed(): Defect {
  return {
    id: 'added-device-not-listed',
    rule: 'devices.add',
    summary: 'Adding a device succeeds, and the device list goes on without it.',
    service: (service) => {
      const added = new Set<string>();
      return {
        ...service,
        addDevice: (caller, addition) => {
          const outcome = service.addDevice(caller, addition);
          if (outcome.ok) added.add(addition.deviceId);
          return outcome;
        },
        listDevices: (caller, page) => {
          const list = service.listDevices(caller, page);
          if (!list.ok) return list;
          const devices = list.value.devices.filter(({ deviceId }) => !added.has(deviceId));
          return { ok: true, value: { ...list.value, devices } };
        },
      };
    },
  };
}

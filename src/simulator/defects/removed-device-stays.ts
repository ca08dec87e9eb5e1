// Devices that were removed are still there, wholly or behind the list.
import type { Service } from '../service/service.js';
import type { Defect } from './defect.js';

export function removedDeviceStays(): Defect {
  return {
    id: 'removed-device-stays',
    rule: 'devices.remove',
    summary: 'Removing a device succeeds, and the device stays where it was.',
    service: (service) => ({
      ...service,
      removeDevice: (caller, deviceId) => withoutEffect(service, caller, deviceId),
    }),
  };
}

export function removedDeviceReadable(): Defect {
  return {
    id: 'removed-device-readable',
    rule: 'devices.remove',
    summary: 'A removed device is gone from the device list, and can still be read.',
    service: (service) => {
      const hidden = new Set<string>();
      return {
        ...service,
        // Adding it anew is what really removes it, so that both succeed as often as they are asked for.
        addDevice: (caller, addition) => {
          if (hidden.delete(addition.deviceId)) service.removeDevice(caller, addition.deviceId);
          return service.addDevice(caller, addition);
        },
        removeDevice: (caller, deviceId) => {
          const outcome = withoutEffect(service, caller, deviceId);
          if (outcome.ok) hidden.add(deviceId);
          return outcome;
        },
        listDevices: (caller, page) => {
          const list = service.listDevices(caller, page);
          if (!list.ok) return list;
          const devices = list.value.devices.filter(({ deviceId }) => !hidden.has(deviceId));
          return { ok: true, value: { ...list.value, devices } };
        },
      };
    },
  };
}

/** The answer that removing would get, as far as the device has a part in it. */
function withoutEffect(
  service: Service,
  ...[caller, deviceId]: Parameters<Service['removeDevice']>
): ReturnType<Service['removeDevice']> {
  const config = service.readConfig(caller, deviceId);
  return config.ok ? { ok: true, value: undefined } : config;
}

// The device list shows what it showed up to two seconds ago of devices that it lists already.
import type { Device as DeviceRecord } from '../../contract/schemas/device.js';
import type { Style } from './style.js';

/** Ms for which what a list shows of a device is kept. */
const KEPT = 2000;

export function cachedLists(): Style {
  return {
    id: 'cached-lists',
    summary: 'What the list says of a device beside its identifier may be two seconds old.',
    because: 'Device detail is a real-time refresh; of the list nothing like that is said.',
    service: (service, { clock }) => {
      const known = new Map<string, { readonly until: number; readonly device: DeviceRecord }>();
      const cached = (device: DeviceRecord): DeviceRecord => {
        const last = known.get(device.deviceId);
        if (last && clock.now() < last.until) return last.device;
        known.set(device.deviceId, { until: clock.now() + KEPT, device });
        return device;
      };
      return {
        ...service,
        listDevices: (caller, page) => {
          const listed = service.listDevices(caller, page);
          if (!listed.ok) return listed;
          return { ok: true, value: { ...listed.value, devices: listed.value.devices.map(cached) } };
        },
      };
    },
  };
}

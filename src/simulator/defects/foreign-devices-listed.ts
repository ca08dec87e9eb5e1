// Every client sees every device in the list.
import type { Defect } from './defect.js';

export function foreignDevicesListed(): Defect {
  return {
    id: 'foreign-devices-listed',
    rule: 'scope.devices-within-client',
    summary: 'The device list shows devices that the API client may not access.',
    service: (service) => ({
      ...service,
      listDevices: (caller, page) => service.listDevices({ ...caller, sees: () => true }, page),
    }),
  };
}

// Devices that do not answer now and then when a relay is to be switched.
import type { Device } from '../device/device.js';
import type { Style } from './style.js';

/** One of so many relay operations is in vain. */
const EACH = 19;
/** Ms until the service gives up waiting for the device. */
const WAITS = 800;

export function vainCommands(): Style {
  let counted = 0;
  return {
    id: 'vain-commands',
    summary: 'Each nineteenth relay operation ends as TIMEOUT, without any effect.',
    because: 'TIMEOUT is a value of the status, and that each operation reaches its device is nowhere said.',
    devices: (devices, { clock }) => {
      const sometimesInVain = (device: Device): Device => {
        const perform: Device['perform'] = async (operation) => {
          if (operation.name !== 'device.relay.set' || ++counted % EACH !== 0)
            return device.perform(operation);
          await clock.sleep(WAITS);
          return { kind: 'timeout' };
        };
        return Object.create(device, { perform: { value: perform } }) as Device;
      };
      return {
        ...devices,
        find: (deviceId, origin) => {
          const device = devices.find(deviceId, origin);
          return device && sometimesInVain(device);
        },
      };
    },
  };
}

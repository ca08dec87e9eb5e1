// For defects that tell of what is no event: they stand between the devices and those who listen to them.
import type { Operation } from '../../contract/schemas/command.js';
import type { Decoration } from '../decoration.js';
import type { Device } from '../device/device.js';
import type { DeviceEvent } from '../device/device-event.js';
import type { Origin } from '../service/origin.js';

type Tell = (event: DeviceEvent) => void;

/** @param act performs the operation, and tells all who listen what it likes. */
export function withTelling(
  act: (
    device: Device,
    operation: Operation,
    tell: Tell,
    origin: Origin | undefined,
  ) => ReturnType<Device['perform']>,
): Pick<Decoration, 'devices'> {
  return {
    devices: (devices) => {
      const listeners = new Set<Parameters<typeof devices.listen>[0]>();
      return {
        ...devices,
        listen: (listener) => {
          listeners.add(listener);
          const stop = devices.listen(listener);
          return () => {
            listeners.delete(listener);
            stop();
          };
        },
        find: (deviceId, origin) => {
          const device = devices.find(deviceId, origin);
          const tell: Tell = (event) => {
            for (const listener of listeners) listener(deviceId, event);
          };
          return device && { ...device, perform: (operation) => act(device, operation, tell, origin) };
        },
      };
    },
  };
}

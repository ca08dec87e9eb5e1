// Changes what a device does when an operation is performed, and what it tells of it.
import type { Operation } from '../../../contract/schemas/command.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Decoration } from '../../decoration.js';
import type { Device, DeviceEvent } from '../../device/device.js';
import type { Origin } from '../../service/origin.js';

/** The device with some of its members replaced; it is an object of a class, which must not be spread. */
export function altered(device: Device, members: Partial<Device>): Device {
  return Object.create(device, Object.getOwnPropertyDescriptors(members)) as Device;
}

type Tell = (event: DeviceEvent) => void;
type Performed = ReturnType<Device['perform']>;

/** @param act performs the operation in place of the device. */
export function withPerform(
  act: (device: Device, operation: Operation, clock: Clock) => Performed,
): Pick<Decoration, 'devices'> {
  return {
    devices: (devices, { clock }) => ({
      ...devices,
      find: (deviceId, origin) => {
        const device = devices.find(deviceId, origin);
        return device && altered(device, { perform: (operation) => act(device, operation, clock) });
      },
    }),
  };
}

/** @param act performs the operation, and tells those who listen to the devices of events. */
export function withTelling(
  act: (device: Device, operation: Operation, tell: Tell, origin: Origin | undefined) => Performed,
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
          return device && altered(device, { perform: (operation) => act(device, operation, tell, origin) });
        },
      };
    },
  };
}

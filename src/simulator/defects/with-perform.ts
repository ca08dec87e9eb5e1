// For defects of the operations themselves: they stand between the service and the device.
import type { Operation } from '../../contract/schemas/command.js';
import type { Clock } from '../../kernel/clock.js';
import type { Decoration } from '../decoration.js';
import type { Device } from '../device/device.js';

type Perform = Device['perform'];

export function withPerform(
  act: (perform: Perform, operation: Operation, clock: Clock) => ReturnType<Perform>,
): Pick<Decoration, 'devices'> {
  return {
    devices: (devices, { clock }) => ({
      ...devices,
      find: (deviceId) => {
        const device = devices.find(deviceId);
        return device && { ...device, perform: (operation) => act(device.perform, operation, clock) };
      },
    }),
  };
}

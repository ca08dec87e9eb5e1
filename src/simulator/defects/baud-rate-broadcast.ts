// A new line speed is told, though nothing of the state has changed.
import type { Defect } from './defect.js';
import { withTelling } from './with-telling.js';

export function baudRateBroadcast(): Defect {
  return {
    id: 'baud-rate-broadcast',
    rule: 'events.not-for-config',
    summary: 'Setting the RS485 baud rate emits a device.state.changed without changes.',
    ...withTelling(async (device, operation, tell) => {
      const outcome = await device.perform(operation);
      if (operation.name === 'device.rs485.baudRate.set')
        tell({ kind: 'state-changed', changes: [], peripherals: device.peripherals() });
      return outcome;
    }),
  };
}

// Whether an operation makes sense on a device: the ranges that depend on what the device has.
import type { Operation } from '../../../contract/schemas/command.js';
import { unreachable } from '../../../kernel/assert.js';
import type { DeviceChannels } from '../../device/device.js';
import { refuse, type Refusal } from '../outcome.js';
import { validateBaudRate } from './baud-rate.js';
import { validateJog } from './jog-config.js';
import { validateRelays } from './relay-set.js';
import { validateTransceive } from './transceive.js';

/** The refusal, or undefined when the device can carry the operation out. */
export function validateOperation(operation: Operation, channels: DeviceChannels): Refusal | undefined {
  const fault = faultOf(operation, channels);
  return fault === undefined ? undefined : refuse('INVALID_PARAMETER', fault).refusal;
}

function faultOf(operation: Operation, channels: DeviceChannels): string | undefined {
  switch (operation.name) {
    case 'device.relay.set':
      return validateRelays(operation.params, channels);
    case 'device.relay.jogConfig.set':
      return validateJog(operation.params, channels);
    case 'device.rs485.transceive':
      return validateTransceive(operation.params, channels);
    case 'device.rs485.baudRate.set':
      return validateBaudRate(operation.params, channels);
    default:
      return unreachable(operation);
  }
}

// device.rs485.baudRate.set: the line speed of the RS485 port (rs485.baud-rate).
import type { DeviceChannels } from '../../device/device.js';

const SLOWEST = 300;
const FASTEST = 1_000_000;

/** @param params baud rate in bit/s. */
export function validateBaudRate(params: { baudRate: number }, channels: DeviceChannels): string | undefined {
  if (!channels.rs485) return 'The device has no RS485 port.';
  if (params.baudRate < SLOWEST || params.baudRate > FASTEST) {
    return `The baud rate is between ${SLOWEST} and ${FASTEST} bit/s.`;
  }
  return undefined;
}

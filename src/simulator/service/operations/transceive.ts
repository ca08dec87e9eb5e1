// device.rs485.transceive: bytes out, and the wait for the peripheral's response (rs485.transceive).
import type { DeviceChannels } from '../../device/device.js';

const MOST_BYTES = 256;
const LONGEST_WAIT = 30_000;

/** @param params data as hex, timeout in ms. */
export function validateTransceive(
  params: { data: string; timeout?: number | undefined },
  channels: DeviceChannels,
): string | undefined {
  if (!channels.rs485) return 'The device has no RS485 port.';
  if (params.data.length === 0) return 'There is nothing to send.';
  if (params.data.length / 2 > MOST_BYTES) return `At most ${MOST_BYTES} bytes are sent at once.`;
  if (params.timeout !== undefined && params.timeout > LONGEST_WAIT) {
    return `The longest wait is ${LONGEST_WAIT / 1000} s.`;
  }
  return undefined;
}

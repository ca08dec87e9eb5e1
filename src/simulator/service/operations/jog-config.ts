// device.relay.jogConfig.set: the jog duration of one relay (relay.jog-config).
import type { DeviceChannels } from '../../device/device.js';

const SHORTEST_JOG = 50;
const LONGEST_JOG = 600_000;

/** @param params duration in ms. */
export function validateJog(
  params: { index: number; duration: number },
  channels: DeviceChannels,
): string | undefined {
  if (params.index > channels.relays) return `There is no such relay; the device has ${channels.relays}.`;
  if (params.duration < SHORTEST_JOG || params.duration > LONGEST_JOG) {
    return `A jog lasts between ${SHORTEST_JOG} ms and ${LONGEST_JOG / 1000} s.`;
  }
  return undefined;
}

// device.relay.set: several relays in one request, each named once (relay.set-many).
import type { RelayChange } from '../../../contract/schemas/command.js';
import type { DeviceChannels } from '../../device/device.js';

/** What is wrong with the relays, in words; undefined when nothing is. */
export function validateRelays(
  params: { relays: readonly RelayChange[] },
  channels: DeviceChannels,
): string | undefined {
  const seen = new Set<number>();
  for (const { index } of params.relays) {
    if (index > channels.relays) return `There is no such relay; the device has ${channels.relays}.`;
    if (seen.has(index)) return 'A relay is named twice.';
    seen.add(index);
  }
  return undefined;
}

// What the names of a scenario stood for in one check, for those who read its report.
import type { BoundClient } from '../scenario/engine/execution-context.js';
import type { BoundDevice } from '../scenario/view/bound-device.js';
import type { BoundName } from '../verdict/verdict.js';

/** Devices before clients, each in the order of the scenario. */
export function boundNames(
  devices: ReadonlyMap<string, BoundDevice>,
  clients: ReadonlyMap<string, BoundClient>,
): readonly BoundName[] {
  return [
    ...[...devices.values()].map((device): BoundName => ({
      name: device.name,
      kind: 'device',
      id: device.deviceId,
      channels: channelsOf(device),
    })),
    ...[...clients.values()].map(({ name, profileName }): BoundName => ({
      name,
      kind: 'client',
      id: profileName,
      channels: {},
    })),
  ];
}

/** By the path that findings name: `relays.lamp`. */
function channelsOf({ relays, inputs, analogInputs, sensors }: BoundDevice): BoundName['channels'] {
  const kinds = { relays, inputs, analogInputs, sensors };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, channels = {}]) =>
      Object.entries(channels).map(([name, channel]) => [`${kind}.${name}`, channel] as const),
    ),
  );
}

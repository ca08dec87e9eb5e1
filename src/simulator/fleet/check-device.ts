// What a schema cannot say about one device: wires lead to inputs that exist, overrides keep the channels.
import type { DeviceSpec } from '../device/device-spec.js';

/** Keys of the profile or of the overrides, and what is wrong below them. */
export interface DeviceProblem {
  readonly key: string;
  readonly message: string;
}

export function problemsOf(device: DeviceSpec): DeviceProblem[] {
  const taken = new Map<number, number>();
  return device.relays.flatMap(({ wiredTo }, at): DeviceProblem[] => {
    if (!wiredTo) return [];
    const relay = at + 1;
    const { input } = wiredTo;
    const other = taken.get(input);
    taken.set(input, relay);
    const wrong = (why: string): DeviceProblem[] => [
      { key: 'relays', message: `relay ${relay} is wired to input ${input}, ${why}` },
    ];
    const count = device.digitalInputs.length;
    if (input > count) return wrong(`but there are ${count} digital inputs`);
    if (other !== undefined) return wrong(`which relay ${other} drives already`);
    if (device.digitalInputs[input - 1]?.pattern) return wrong('which follows a pattern');
    return [];
  });
}

/** A device has the channels that its profile announces; only how they behave may differ. */
export function problemsOfOverrides(profile: DeviceSpec, device: DeviceSpec): DeviceProblem[] {
  const groups = ['relays', 'digitalInputs', 'analogInputs'] as const;
  const diagnostics = groups.flatMap((key): DeviceProblem[] => {
    const [expected, found] = [profile[key].length, device[key].length];
    return expected === found
      ? []
      : [{ key, message: `${key} has ${found} channels; the profile has ${expected}` }];
  });
  const keys = (spec: DeviceSpec): string => spec.sensors.map(({ key }) => key).join(', ');
  if (keys(profile) !== keys(device)) {
    diagnostics.push({
      key: 'sensors',
      message: `sensors are ${keys(device)}; the profile has ${keys(profile)}`,
    });
  }
  if (device.rs485 && !profile.rs485) {
    diagnostics.push({ key: 'rs485', message: 'there is an RS485 port; the profile has none' });
  }
  return diagnostics;
}

// From what a file says of a profile and of one device to the spec of the device.
import {
  DEFAULT_POWER,
  DEFAULT_TIMING,
  type DeviceSpec,
  type PowerSpec,
  type TimingSpec,
} from '../device/device-spec.js';
import type { OverridesFile, ProfileFile } from './schema/profile.js';

export function resolveProfile(profile: ProfileFile, timing: Partial<TimingSpec> = {}): DeviceSpec {
  return {
    relays: repeated(profile.relays),
    digitalInputs: repeated(profile.digitalInputs),
    analogInputs: repeated(profile.analogInputs),
    sensors: profile.sensors,
    ...(profile.rs485 ? { rs485: profile.rs485 } : {}),
    timing: { ...DEFAULT_TIMING, ...timing, ...profile.timing },
    power: { ...DEFAULT_POWER, ...profile.power },
  };
}

/** Devices without overrides share the spec of their profile. */
export function resolveOverrides(profile: DeviceSpec, overrides: OverridesFile | undefined): DeviceSpec {
  if (!overrides) return profile;
  const { relays, digitalInputs, analogInputs, sensors, rs485, timing, power } = overrides;
  return {
    ...profile,
    ...(relays ? { relays: repeated(relays) } : {}),
    ...(digitalInputs ? { digitalInputs: repeated(digitalInputs) } : {}),
    ...(analogInputs ? { analogInputs: repeated(analogInputs) } : {}),
    ...(sensors ? { sensors } : {}),
    ...(rs485 ? { rs485 } : {}),
    timing: { ...profile.timing, ...timing } satisfies TimingSpec,
    power: { ...profile.power, ...power } satisfies PowerSpec,
  };
}

function repeated<T extends { readonly count: number }>(entries: readonly T[]): Omit<T, 'count'>[] {
  return entries.flatMap(({ count, ...entry }) => Array.from({ length: count }, () => entry));
}

// What is known of each device that programs can be bound to, beside its leases: what is wrong with it.
import type { DeviceFacts, DeviceName, ProgramPool } from './facts.js';

export interface KeptDevice {
  readonly device: DeviceFacts;
  doubt: { readonly since: number; why: string; askAt: number } | undefined;
  /** Why it is never used again. */
  aside: string | undefined;
}

export type KeptAs = (name: DeviceName) => readonly KeptDevice[];

export interface KeptDevices {
  readonly all: readonly KeptDevice[];
  /** Those that can stand for the name. */
  readonly as: KeptAs;
}

/** What is known of each device, by its name in the profile: the same for all pools that have it. */
export type KnownDevices = Map<string, KeptDevice>;

export function keepDevices(alike: ProgramPool['alike'], keeping: KnownDevices): KeptDevices {
  const nothing = { doubt: undefined, aside: undefined };
  const own = [...alike.values()].flat();
  for (const device of own)
    keeping.set(device.profileName, keeping.get(device.profileName) ?? { device, ...nothing });
  return {
    all: [...new Set(own.map(({ profileName }) => profileName))].flatMap((name) => keeping.get(name) ?? []),
    as: (name) => (alike.get(name) ?? []).flatMap(({ profileName }) => keeping.get(profileName) ?? []),
  };
}

function isGood({ doubt, aside }: KeptDevice): boolean {
  return doubt === undefined && aside === undefined;
}

export function isInDoubt(
  kept: KeptDevice,
): kept is KeptDevice & { doubt: NonNullable<KeptDevice['doubt']> } {
  return kept.doubt !== undefined && kept.aside === undefined;
}

/** Names of the profile that can stand for the names of a program now. */
export function devicesFor(
  names: readonly DeviceName[],
  keptAs: KeptAs,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      keptAs(name)
        .filter(isGood)
        .map(({ device }) => device.profileName),
    ]),
  );
}

export function suffice(names: readonly DeviceName[], programs: number, keptAs: KeptAs): boolean {
  return names.every((name) => {
    const good = keptAs(name).filter(isGood);
    const rivals = names.filter((other) => keptAs(other).some((each) => keptAs(name).includes(each)));
    return good.length >= programs * rivals.length;
  });
}

export function shortage(names: readonly DeviceName[], keptAs: KeptAs): string {
  const aside = [...new Set(names.flatMap(keptAs))].flatMap(({ device, aside: why }) =>
    why === undefined ? [] : [`${device.profileName}: ${why}`],
  );
  return `no device is left that a program could be run on (set aside: ${aside.join('; ')})`;
}

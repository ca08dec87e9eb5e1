// Leases devices to programs, as checks lease theirs: each gets devices of its own that have rested. One that a program
// has left in doubt is used again only when no other is left, and only once it answers again.
import type { Clock } from '../../kernel/clock.js';
import type { Held, Leases, Lessor } from '../target/leases.js';
import { waitUntil } from '../target/retry.js';
import type { DeviceFacts, DeviceName, ProgramPool } from './facts.js';
import { keptIn } from '../../kernel/kept-in.js';

export type DevicePool = ReturnType<typeof createDevicePool>;

type Leased =
  | { readonly kind: 'devices'; readonly devices: readonly DeviceFacts[] }
  | { readonly kind: 'none'; readonly why: string };

interface DevicePoolOptions {
  readonly alike: ProgramPool['alike'];
  /** Shared with the pools of other tenants, which may have the same devices. */
  readonly known: KnownDevices;
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly signal: AbortSignal;
  readonly leases: Leases;
  /** Others may ask it for devices at the same time. */
  readonly lessor: Lessor;
  /** API clients of the profile that programs use. */
  readonly clients: readonly string[];
  /** Asks a device that was left in doubt, and cleans it; undefined when all is well, else what is not. */
  readonly revive: (device: DeviceFacts) => Promise<string | undefined>;
}

/** How long a device may still change, or be heard of, after a program, in ms: a jog may go on, an event be late. */
const STIRS_FOR = 30_000;
/** A device in doubt is asked this often, and given up after that time; in ms. */
const ASK_EVERY = 5000;
export const GIVE_UP_AFTER = 60_000;
/** How long a program takes, about, in ms: a wrong estimate costs time, and nothing else. */
const USUAL_SPAN = 7000;

export function createDevicePool(options: DevicePoolOptions) {
  const { alike, known, clock, signal, leases } = options;
  const kept = keepDevices(alike, known);
  const held = new Map<readonly DeviceFacts[], Held>();
  const isFree = ({ device }: KeptDevice): boolean => leases.isFree(device.profileName);

  const leaseNow = async (names: readonly DeviceName[]): Promise<Leased> => {
    while (!signal.aborted) {
      const begun = suffice(names, 1, kept.as) ? await begin(names, kept.as, options) : undefined;
      if (begun) {
        held.set(begun.devices, begun.held);
        return { kind: 'devices', devices: begun.devices };
      }
      if (!names.flatMap(kept.as).every(isFree)) await leases.released(signal);
      else if (!(await askOne(names.flatMap(kept.as).filter(isFree), options))) break;
    }
    return { kind: 'none', why: signal.aborted ? 'interrupted' : shortage(names, kept.as) };
  };
  // Who needs several devices waits for them before all who ask later.
  let several: Promise<unknown> = Promise.resolve();
  return {
    /**
     * A free device for each name, once there is one: nobody who asks later comes before who needs several.
     * They have rested, as most programs refresh each of theirs.
     */
    lease: async (names: readonly DeviceName[]): Promise<Leased> => {
      const leasing = names.length === 0 ? leaseNow(names) : several.then(() => leaseNow(names));
      if (names.length > 1) several = leasing;
      const leased = await leasing;
      if (leased.kind === 'none') return leased;
      const ready = leased.devices.map(({ profileName }) => leases.restedAt(profileName));
      await waitUntil(clock, Math.max(...ready), signal);
      return leased;
    },
    /**
     * @param devices as they were leased.
     * @param doubts why a device cannot simply be used again, by its name in the profile.
     * @param refreshed when each was refreshed last, in ms of the clock, where that is known; by name in the profile.
     */
    giveBack: (
      devices: readonly DeviceFacts[],
      doubts: ReadonlyMap<string, string>,
      refreshed?: ReadonlyMap<string, number>,
    ): void => {
      const given = new Set(devices.map(({ profileName }) => profileName));
      const now = clock.now();
      for (const each of kept.all.filter(({ device }) => given.has(device.profileName))) {
        const why = doubts.get(each.device.profileName);
        if (why !== undefined) each.doubt = { since: now, why, askAt: now + ASK_EVERY };
      }
      // Where it is not known when a device was refreshed last, it was at the end at the latest.
      for (const device of given) leases.rest(device, refreshed?.get(device));
      held.get(devices)?.giveBack();
      held.delete(devices);
    },
    /** Ids of devices of the profile that others have, or have had less than a while before a moment of the clock. */
    othersSince: (devices: readonly DeviceFacts[], since: number) => {
      const own = devices.map(({ profileName }) => profileName);
      return leases.othersSince(own, since - STIRS_FOR);
    },
    /** Devices were left in doubt, and those that are not do not suffice for so many programs more. */
    isShort: (names: readonly DeviceName[], programs: number) => {
      const spoilt = kept.all.some(({ doubt, aside }) => doubt ?? aside);
      return spoilt && !suffice(names, programs, kept.as);
    },
    /** Devices that are not used any more, or only if need be: in words. */
    setAside: (): readonly string[] => kept.all.flatMap((each) => asideWords(each, each.doubt?.why)),
  };
}

function asideWords({ device, aside }: KeptDevice, doubt?: string): readonly string[] {
  const why = aside ?? doubt;
  return why === undefined ? [] : [`${device.profileName}: ${why}`];
}

/** Devices that will have rested soon; undefined where none can be had. */
async function begin(names: readonly DeviceName[], keptAs: KeptAs, { lessor, clients }: DevicePoolOptions) {
  // Several rest better once they are held.
  const [only, ...more] = names;
  const refreshes = only === undefined || more.length > 0 ? {} : { [only]: { first: 0, last: USUAL_SPAN } };
  const held = await lessor.lease({
    get devices() {
      return devicesFor(names, keptAs);
    },
    clients,
    exclusive: false,
    waits: { span: USUAL_SPAN, refreshes },
  });
  if (!held) return undefined;
  const { lease } = held;
  const devices = names.flatMap((name) =>
    keptAs(name).flatMap(({ device }) => (device.profileName === lease[name] ? { ...device, name } : [])),
  );
  return { devices, held };
}

/** Asks one of the devices in doubt when it is time; false when there is none. */
async function askOne(
  free: readonly KeptDevice[],
  { clock, signal, leases, revive }: DevicePoolOptions,
): Promise<boolean> {
  const [each] = free.filter(isInDoubt).toSorted((a, b) => a.doubt.askAt - b.doubt.askAt);
  if (!each) return false;
  await waitUntil(clock, each.doubt.askAt, signal);
  if (signal.aborted) return false;
  const { profileName } = each.device;
  // Others may have taken it in the meantime.
  if (!leases.isFree(profileName)) return true;
  leases.take([profileName]);
  const why = await revive(each.device);
  leases.rest(profileName);
  leases.giveBack([profileName]);
  if (why === undefined) Object.assign(each, { doubt: undefined });
  else if (clock.now() - each.doubt.since >= GIVE_UP_AFTER) each.aside = why;
  else Object.assign(each.doubt, { why, askAt: clock.now() + ASK_EVERY });
  return true;
}

// What is known of each device that programs can be bound to, beside its leases: what is wrong with it.

interface KeptDevice {
  readonly device: DeviceFacts;
  doubt: { readonly since: number; why: string; askAt: number } | undefined;
  /** Why it is never used again. */
  aside: string | undefined;
}

type KeptAs = (name: DeviceName) => readonly KeptDevice[];

/** What is known of each device, by its name in the profile: the same for all pools that have it. */
export type KnownDevices = Map<string, KeptDevice>;

function keepDevices(alike: ProgramPool['alike'], keeping: KnownDevices) {
  const nothing = { doubt: undefined, aside: undefined };
  const own = [...alike.values()].flat();
  for (const device of own) keptIn(keeping, device.profileName, () => ({ device, ...nothing }));
  return {
    all: [...new Set(own.map(({ profileName }) => profileName))].flatMap((name) => keeping.get(name) ?? []),
    /** Those that can stand for the name. */
    as: (name: DeviceName) =>
      (alike.get(name) ?? []).flatMap(({ profileName }) => keeping.get(profileName) ?? []),
  };
}

function isGood({ doubt, aside }: KeptDevice): boolean {
  return doubt === undefined && aside === undefined;
}

const isInDoubt = (kept: KeptDevice): kept is KeptDevice & { doubt: NonNullable<KeptDevice['doubt']> } =>
  kept.doubt !== undefined && kept.aside === undefined;

/** Names of the profile that can stand for the names of a program now. */
function devicesFor(
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

function suffice(names: readonly DeviceName[], programs: number, keptAs: KeptAs): boolean {
  return names.every((name) => {
    const good = keptAs(name).filter(isGood);
    const rivals = names.filter((other) => keptAs(other).some((each) => keptAs(name).includes(each)));
    return good.length >= programs * rivals.length;
  });
}

function shortage(names: readonly DeviceName[], keptAs: KeptAs): string {
  const aside = [...new Set(names.flatMap(keptAs))].flatMap((each) => asideWords(each));
  return `no device is left that a program could be run on (set aside: ${aside.join('; ')})`;
}

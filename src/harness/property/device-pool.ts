// Leases devices to programs: each gets devices of its own that have rested. One that a program has left in doubt
// is used again only when no other is left, and only once it answers again.
import type { Clock } from '../../kernel/clock.js';
import type { Leases } from '../target/leases.js';
import { waitUntil } from '../target/wait-until.js';
import type { DeviceFacts, DeviceName, ProgramPool } from './facts.js';
import {
  type Chosen,
  choose,
  isInDoubt,
  keepDevices,
  type Keeping,
  type KnownDevices,
  shortage,
  suffice,
} from './kept-devices.js';

export interface DevicePool {
  /**
   * A free device for each name, once there is one: in the order in which they are asked for.
   * @param spare time in ms before the first refresh of who asks: the devices need not have rested earlier.
   */
  lease(names: readonly DeviceName[], spare?: number): Promise<Leased>;
  /**
   * @param doubts why a device cannot simply be used again, by its name in the profile.
   * @param refreshed when each was refreshed last, in ms of the clock, where that is known; by name in the profile.
   */
  giveBack(
    devices: readonly DeviceFacts[],
    doubts: ReadonlyMap<string, string>,
    refreshed?: ReadonlyMap<string, number>,
  ): void;
  /** Ids of devices of the profile that others have, or have had less than a while before a moment of the clock. */
  othersSince(devices: readonly DeviceFacts[], since: number): ReadonlySet<string>;
  /** Devices were left in doubt, and those that are not do not suffice for so many programs more. */
  isShort(names: readonly DeviceName[], programs: number): boolean;
  /** Devices that are not used any more, or only if need be: in words. */
  setAside(): readonly string[];
}

export type Leased =
  | { readonly kind: 'devices'; readonly devices: readonly DeviceFacts[] }
  | { readonly kind: 'none'; readonly why: string };

export interface DevicePoolOptions {
  readonly alike: ProgramPool['alike'];
  /** All devices of the profile, by name. */
  readonly devices: Readonly<Record<string, { readonly deviceId: string }>>;
  /** Shared with the pools of other tenants, which may have the same devices. */
  readonly known: KnownDevices;
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly signal: AbortSignal;
  /** Others may lease from it at the same time. */
  readonly leases: Leases;
  /** Asks a device that was left in doubt, and cleans it; undefined when all is well, else what is not. */
  readonly revive: (device: DeviceFacts) => Promise<string | undefined>;
}

/** How long a device may still change, or be heard of, after a program, in ms: a jog may go on, an event be late. */
const STIRS_FOR = 30_000;
/** A device in doubt is asked this often, and given up after that time; in ms. */
const ASK_EVERY = 5000;
export const GIVE_UP_AFTER = 60_000;

export function createDevicePool(options: DevicePoolOptions): DevicePool {
  const { alike, devices: listed, known, clock, signal, leases, revive } = options;
  const kept = keepDevices(alike, known);
  const isFree = ({ device }: Keeping): boolean => leases.isFree(device.profileName);

  /** Asks one of the devices in doubt when it is time; false when there is none. */
  const askOne = async (names: readonly DeviceName[]): Promise<boolean> => {
    const [each] = names
      .flatMap(kept.as)
      .filter(isInDoubt)
      .filter(isFree)
      .toSorted((a, b) => a.doubt.askAt - b.doubt.askAt);
    if (!each) return false;
    await waitUntil(clock, each.doubt.askAt, signal);
    if (signal.aborted) return false;
    // Others may have taken it in the meantime.
    if (!isFree(each)) return true;
    const own = [each.device.profileName];
    leases.take(own);
    const why = await revive(each.device);
    endLease(leases, own);
    if (why === undefined) Object.assign(each, { doubt: undefined });
    else if (clock.now() - each.doubt.since >= GIVE_UP_AFTER) each.aside = why;
    else Object.assign(each.doubt, { why, askAt: clock.now() + ASK_EVERY });
    return true;
  };
  const leaseNow = async (names: readonly DeviceName[], spare: number): Promise<Leased> => {
    while (!signal.aborted) {
      const chosen = choose(names, kept.as, leases);
      if (chosen) return take(chosen, spare, { clock, signal, leases });
      if (!names.flatMap(kept.as).every(isFree)) await leases.released(signal);
      else if (!(await askOne(names))) break;
    }
    const why = signal.aborted ? 'interrupted' : shortage(names, kept.as);
    return { kind: 'none', why };
  };
  let queue: Promise<unknown> = Promise.resolve();
  return {
    lease: (names, spare = 0) => {
      const leased = queue.then(() => leaseNow(names, spare));
      queue = leased;
      return leased;
    },
    giveBack: (devices, doubts, refreshed) => {
      const given = new Set(devices.map(({ profileName }) => profileName));
      const now = clock.now();
      for (const each of kept.all.filter(({ device }) => given.has(device.profileName))) {
        const why = doubts.get(each.device.profileName);
        if (why !== undefined) each.doubt = { since: now, why, askAt: now + ASK_EVERY };
      }
      endLease(leases, given, refreshed);
    },
    othersSince: (devices, since) => {
      const own = new Set(devices.map(({ profileName }) => profileName));
      const others = Object.entries(listed).filter(([name]) => !own.has(name));
      return stirringSince(others, since, leases);
    },
    isShort: (names, programs) => {
      const spoilt = kept.all.some(({ doubt, aside }) => doubt ?? aside);
      return spoilt && !suffice(names, programs, kept.as);
    },
    setAside: () =>
      kept.all.flatMap(({ device, doubt, aside }) => {
        const why = aside ?? doubt?.why;
        return why === undefined ? [] : [`${device.profileName}: ${why}`];
      }),
  };
}

function stirringSince(
  devices: readonly (readonly [string, { readonly deviceId: string }])[],
  since: number,
  { isFree, freeSince }: Leases,
): ReadonlySet<string> {
  const stirring = devices.filter(([name]) => !isFree(name) || freeSince(name) > since - STIRS_FOR);
  return new Set(stirring.map(([, { deviceId }]) => deviceId));
}

/** Takes devices at once, and waits until they will have rested when they are refreshed. */
async function take(
  chosen: readonly Chosen[],
  spare: number,
  { clock, signal, leases }: Pick<DevicePoolOptions, 'clock' | 'signal' | 'leases'>,
): Promise<Leased> {
  const devices = chosen.map(({ kept }) => kept.device.profileName);
  leases.take(devices);
  await waitUntil(clock, Math.max(...devices.map(leases.restedAt)) - spare, signal);
  return { kind: 'devices', devices: chosen.map(({ name, kept }) => ({ ...kept.device, name })) };
}

/** Devices rest from their last refresh on; where that is not known, it was at the end at the latest. */
function endLease(
  leases: Leases,
  devices: Iterable<string>,
  refreshed: ReadonlyMap<string, number> = new Map(),
): void {
  const all = [...devices];
  for (const device of all) leases.rest(device, refreshed.get(device));
  leases.giveBack(all);
}

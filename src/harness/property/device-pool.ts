// Who has which device of a target: each program gets devices of its own that have rested. One that a program has
// left in doubt is used again only when no other is left, and only once it answers again.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import { waitUntil } from '../target/wait-until.js';
import type { DeviceFacts, DeviceName, ProgramPool } from './facts.js';
import { type Chosen, choose, isInDoubt, keepDevices, shortage, suffice } from './kept-devices.js';

export interface DevicePool {
  /** A free device for each name, once there is one: in the order in which they are asked for. */
  lease(names: readonly DeviceName[]): Promise<Leased>;
  /** @param doubts why a device cannot simply be used again, by its name in the profile. */
  giveBack(devices: readonly DeviceFacts[], doubts: ReadonlyMap<string, string>): void;
  /** Ids of devices that others have, or have had less than a while before a moment of the clock. */
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
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly signal: AbortSignal;
  /** Asks a device that was left in doubt, and cleans it; undefined when all is well, else what is not. */
  readonly revive: (device: DeviceFacts) => Promise<string | undefined>;
}

/** After it the refresh budget of a device is free, where that is the least that it may be. */
const REST = REFRESH_MIN_INTERVAL + 500;
/** How long a device may still change, or be heard of, after a program, in ms: a jog may go on, an event be late. */
const STIRS_FOR = 30_000;
/** A device in doubt is asked this often, and given up after that time; in ms. */
const ASK_EVERY = 5000;
const GIVE_UP_AFTER = 60_000;

export function createDevicePool({ alike, clock, signal, revive }: DevicePoolOptions): DevicePool {
  const kept = keepDevices(alike);
  const released = createBell(signal);

  /** Asks one of the devices in doubt when it is time; false when there is none. */
  const askOne = async (names: readonly DeviceName[]): Promise<boolean> => {
    const [each] = names
      .flatMap(kept.as)
      .filter(isInDoubt)
      .toSorted((a, b) => a.doubt.askAt - b.doubt.askAt);
    if (!each) return false;
    await waitUntil(clock, each.doubt.askAt, signal);
    if (signal.aborted) return false;
    const why = await revive(each.device);
    each.usedAt = clock.now();
    if (why === undefined) Object.assign(each, { doubt: undefined });
    else if (clock.now() - each.doubt.since >= GIVE_UP_AFTER) each.aside = why;
    else Object.assign(each.doubt, { why, askAt: clock.now() + ASK_EVERY });
    return true;
  };
  const leaseNow = async (names: readonly DeviceName[]): Promise<Leased> => {
    while (!signal.aborted) {
      const chosen = choose(names, kept.as);
      if (chosen) return take(chosen, clock, signal);
      if (names.flatMap(kept.as).some(({ taken }) => taken)) await released.next();
      else if (!(await askOne(names))) break;
    }
    const why = signal.aborted ? 'interrupted' : shortage(names, kept.as);
    return { kind: 'none', why };
  };
  let queue: Promise<unknown> = Promise.resolve();
  return {
    lease: (names) => {
      const leased = queue.then(() => leaseNow(names));
      queue = leased;
      return leased;
    },
    giveBack: (devices, doubts) => {
      const given = new Set(devices.map(({ profileName }) => profileName));
      const now = clock.now();
      for (const each of kept.all.filter(({ device }) => given.has(device.profileName))) {
        const why = doubts.get(each.device.profileName);
        Object.assign(each, { taken: false, usedAt: now });
        if (why !== undefined) each.doubt = { since: now, why, askAt: now + ASK_EVERY };
      }
      released.ring();
    },
    othersSince: (devices, since) => {
      const own = new Set(devices.map(({ profileName }) => profileName));
      const others = kept.all.filter(({ device }) => !own.has(device.profileName));
      const stirring = others.filter(({ taken, usedAt }) => taken || usedAt > since - STIRS_FOR);
      return new Set(stirring.map(({ device }) => device.entry.deviceId));
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

/** Takes devices at once, and waits until they have rested. */
async function take(
  chosen: readonly Chosen[],
  clock: DevicePoolOptions['clock'],
  signal: AbortSignal,
): Promise<Leased> {
  for (const { kept } of chosen) kept.taken = true;
  await waitUntil(clock, Math.max(...chosen.map(({ kept }) => kept.usedAt + REST)), signal);
  return { kind: 'devices', devices: chosen.map(({ name, kept }) => ({ ...kept.device, name })) };
}

/** Wakes whoever waits, also when the run is interrupted. */
function createBell(signal: AbortSignal): { ring(): void; next(): Promise<void> } {
  let waiting: (() => void)[] = [];
  const ring = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  onAbort(signal, ring);
  return {
    ring,
    next: () => (signal.aborted ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

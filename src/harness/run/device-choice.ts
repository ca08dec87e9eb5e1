// Chooses devices for jobs, and the time for it: a device that was just refreshed would make the next check that
// refreshes it wait (refresh.min-interval). What refreshes nothing fills the time in between.
import type { Leases } from '../target/leases.js';
import { distinct } from './distinct.js';
import type { Lease, LeaseRequest } from '../target/lessor.js';
import { holdOf, leadOf, restAfter, stirsAfter } from './estimate.js';

export type Using = Pick<LeaseRequest, 'devices' | 'waits'>;

export interface ChoiceOptions {
  /** Devices that are wanted for a refresh as soon as they have rested: nothing may keep them from it. */
  readonly wanted: ReadonlySet<string>;
  /** Devices that somebody waits for who can have no other: what has a choice must end before they have rested. */
  readonly needed: ReadonlySet<string>;
  /** Devices that are kept for another job. */
  readonly except: ReadonlySet<string>;
  /** Devices that are kept for a job that will refresh them: until they have rested, others may use them. */
  readonly resting: ReadonlySet<string>;
}

export interface DeviceChoice {
  /** A free device for each name, where now is a good time for it; undefined when there are not enough. */
  offer(using: Using, options: ChoiceOptions): Lease | undefined;
  /** Whether there is a free device for each name, in good time or not. */
  couldOffer(using: Using): boolean;
  /**
   * When the next of these devices that are free will have rested enough to be refreshed after one of these leads, in
   * ms; undefined when none has to.
   */
  nextRested(waiting: {
    readonly devices: Iterable<string>;
    readonly leads: Iterable<number>;
  }): number | undefined;
}

/** A check may start so long before its first refresh can be accepted, beside what it does until then; in ms. */
const EARLY = 20;
/** Of the time between two refreshes, what is as good as all of it: a long wait does not fit in any way. */
const LONG_REST = 2000;
/** So much of a rest may a check leave unused that refreshes later than others; in ms. */
const SPARE = 500;

export function createDeviceChoice(
  now: () => number,
  { isFree, restedAt: rested, turnOf }: Pick<Leases, 'isFree' | 'restedAt' | 'turnOf'>,
): DeviceChoice {
  /** When a job may begin that takes so long until it refreshes the device. */
  const inTime = (device: string, lead: number): number => rested(device) - lead - EARLY;

  const isGoodTime = (
    device: string,
    name: string,
    { devices, waits }: Using,
    { wanted, needed, resting }: ChoiceOptions,
  ) => {
    const lead = leadOf(waits, name);
    if (lead !== undefined && inTime(device, lead) > now()) return false;
    const rest = Math.max(0, rested(device) - now()) + EARLY;
    if (resting.has(device) && (lead !== undefined || holdOf(waits) > rest)) return false;
    if (needed.has(device) && (devices[name]?.length ?? 0) > 1 && holdOf(waits) > rest) return false;
    // What needs several devices at a time takes them whenever all of them are free.
    if (!wanted.has(device) || Object.keys(devices).length > 1) return true;
    const fills = lead === undefined ? holdOf(waits) : lead - SPARE;
    return rest >= Math.min(fills, LONG_REST);
  };

  /** Those that were given back at the same time take turns; those come first that the job suits best: rested ones for a refresh, and for all else those that have to rest. */
  const suiting = (name: string, using: Using, options: ChoiceOptions): readonly string[] => {
    const by = leadOf(using.waits, name) === undefined ? -1 : 1;
    return (using.devices[name] ?? [])
      .filter((device) => isFree(device) && !options.except.has(device))
      .filter((device) => isGoodTime(device, name, using, options))
      .toSorted((a, b) => by * (rested(a) - rested(b)) || turnOf(a) - turnOf(b));
  };

  return {
    offer: (using, options) => firstOf(using, (name) => suiting(name, using, options)),
    couldOffer: (using) => firstOf(using, (name) => (using.devices[name] ?? []).filter(isFree)) !== undefined,
    nextRested: ({ devices, leads }) => {
      let next: number | undefined;
      const time = now();
      for (const device of devices) {
        if (!isFree(device) || inTime(device, 0) <= time) continue;
        for (const lead of leads) {
          const at = inTime(device, lead);
          if (at > time && (next === undefined || at < next)) next = at;
        }
      }
      return next;
    },
  };
}

/** For how long it keeps devices from others, their rest after it included; in ms. */
export function demandOf({ devices, waits }: Using): number {
  const rests = Object.keys(devices).map((name) => restAfter(waits, name));
  // Of equals those that switch relays come first: later checks see by the way how they left the device.
  return holdOf(waits) + stirsAfter(waits) + Math.max(0, ...rests) + (waits.switches.size > 0 ? 1 : 0);
}

function firstOf(using: Using, candidates: (name: string) => readonly string[]): Lease | undefined {
  const names = Object.keys(using.devices);
  const [only = '', ...others] = names;
  if (others.length === 0 && names.length > 0) {
    const [device] = candidates(only);
    return device === undefined ? undefined : { [only]: device };
  }
  for (const lease of distinct(Object.fromEntries(names.map((name) => [name, candidates(name)]))))
    return lease;
  return undefined;
}

// Who has which device, and since when each has rested: a device that was just refreshed would make the next
// check that refreshes it wait (refresh.min-interval). What refreshes nothing fills the time in between.
import { distinct } from './distinct.js';
import { type Estimated, holdOf, leadOf, restAfter } from './estimate.js';

/** Devices by the names under which a job knows them. */
export type Lease = Readonly<Record<string, string>>;

export interface Using {
  /** Devices that would do, by those names. */
  readonly devices: Readonly<Record<string, readonly string[]>>;
  readonly waits: Estimated;
}

export interface OfferOptions {
  /** Devices that are wanted for a refresh as soon as they have rested: nothing may keep them from it. */
  readonly wanted: ReadonlySet<string>;
  /** Devices that are kept for another job. */
  readonly except: ReadonlySet<string>;
}

export interface Leases {
  /** A free device for each name, where now is a good time for it; undefined when there are not enough. */
  offer(using: Using, options: OfferOptions): Lease | undefined;
  /** Whether there is a free device for each name, in good time or not. */
  couldOffer(using: Using): boolean;
  take(lease: Lease): void;
  giveBack(lease: Lease): void;
  /** Devices that nobody has. */
  free(): readonly string[];
  /** When the next of the free devices will have rested enough for one of these; undefined when none has to. */
  nextRested(waiting: readonly Using[]): number | undefined;
  /** For how long a job keeps devices from others, their rest after it included; in ms. */
  demand(using: Using): number;
}

/** A check may start so long before its first refresh can be accepted, beside what it does until then; in ms. */
const EARLY = 20;
/** Of the time between two refreshes, what is as good as all of it: a long wait does not fit in any way. */
const LONG_REST = 2000;
/** So much of a rest may a check leave unused that refreshes later than others; in ms. */
const SPARE = 500;

/** @param rested from when on a refresh of the device can be accepted, in ms of the clock. */
export function createLeases(
  users: readonly Using[],
  now: () => number,
  rested: (device: string) => number,
): Leases {
  const known = new Set(users.flatMap(({ devices }) => Object.values(devices).flat()));
  const taken = new Set<string>();
  /** Those that were given back at the same time take turns. */
  const turns = new Map<string, number>();
  let turn = 0;

  /** When a job may begin that takes so long until it refreshes the device. */
  const inTime = (device: string, lead: number): number => rested(device) - lead - EARLY;

  const isGoodTime = (device: string, name: string, { devices, waits }: Using, { wanted }: OfferOptions) => {
    const lead = leadOf(waits, name);
    if (lead !== undefined && inTime(device, lead) > now()) return false;
    // What needs several devices at a time is glad of them whenever it gets them.
    if (!wanted.has(device) || Object.keys(devices).length > 1) return true;
    const fills = lead === undefined ? holdOf(waits) : lead - SPARE;
    return Math.max(0, rested(device) - now()) + EARLY >= Math.min(fills, LONG_REST);
  };

  /** Those first that the job suits best: rested ones for a refresh, and for all else those that have to rest. */
  const suiting = (name: string, using: Using, options: OfferOptions): readonly string[] => {
    const by = leadOf(using.waits, name) === undefined ? -1 : 1;
    return (using.devices[name] ?? [])
      .filter((device) => !taken.has(device) && !options.except.has(device))
      .filter((device) => isGoodTime(device, name, using, options))
      .toSorted((a, b) => by * (rested(a) - rested(b)) || (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
  };

  const free = (): readonly string[] => [...known].filter((device) => !taken.has(device));

  return {
    offer: (using, options) => firstOf(using, (name) => suiting(name, using, options)),
    couldOffer: (using) =>
      firstOf(using, (name) => (using.devices[name] ?? []).filter((device) => !taken.has(device))) !==
      undefined,
    take: (lease) => {
      for (const device of Object.values(lease)) taken.add(device);
    },
    giveBack: (lease) => {
      turn++;
      for (const device of Object.values(lease)) {
        taken.delete(device);
        turns.set(device, turn);
      }
    },
    free,
    nextRested: (waiting) => {
      const leads = new Set(
        waiting.flatMap(({ devices, waits }) =>
          Object.keys(devices).flatMap((name) => leadOf(waits, name) ?? []),
        ),
      );
      const times = free().flatMap((device) => [...leads].map((lead) => inTime(device, lead)));
      return times.filter((at) => at > now()).toSorted((a, b) => a - b)[0];
    },
    demand: ({ devices, waits }) => {
      const rests = Object.keys(devices).map((name) => restAfter(waits, name));
      // Of equals those that switch relays come first: later checks see by the way how they left the device.
      return holdOf(waits) + Math.max(0, ...rests) + (waits.switches.size > 0 ? 1 : 0);
    },
  };
}

function firstOf(using: Using, candidates: (name: string) => readonly string[]): Lease | undefined {
  const names = Object.keys(using.devices);
  for (const lease of distinct(Object.fromEntries(names.map((name) => [name, candidates(name)]))))
    return lease;
  return undefined;
}

// Who has which device, and since when each has rested: a device that was just refreshed would make the next
// check that refreshes it wait (refresh.min-interval).
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import { distinct } from './distinct.js';
import type { MandatedWaits } from './mandated-waits.js';

/** Devices by the names under which a job knows them. */
export type Lease = Readonly<Record<string, string>>;

export interface Using {
  /** Devices that would do, by those names. */
  readonly devices: Readonly<Record<string, readonly string[]>>;
  readonly waits: Pick<MandatedWaits, 'span' | 'refreshes' | 'switches'>;
}

export interface OfferOptions {
  /** Only devices whose budget is there again when the job refreshes them. */
  readonly rested: boolean;
  readonly except: ReadonlySet<string>;
}

export interface Leases {
  /** A free device for each name; undefined when there are not enough. */
  offer(using: Using, options: OfferOptions): Lease | undefined;
  take(lease: Lease): void;
  giveBack(lease: Lease): void;
  /** When the next of the free devices will have rested; undefined when none has to. */
  nextRested(): number | undefined;
  /** For how long a job keeps devices from others, their rest after it included; in ms. */
  demand(using: Using): number;
}

/** What a check does before its first refresh takes a little time, too: it waits for the rest, if need be; in ms. */
const EARLY = 400;

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

  /** Those first that the job suits best: rested ones for a refresh, and for all else those that have to rest. */
  const suiting = (name: string, { devices, waits }: Using, options: OfferOptions): readonly string[] => {
    const refresh = waits.refreshes[name];
    const by = refresh ? 1 : -1;
    return (devices[name] ?? [])
      .filter((device) => !taken.has(device) && !options.except.has(device))
      .filter((device) => !refresh || !options.rested || rested(device) <= now() + refresh.first + EARLY)
      .toSorted((a, b) => by * (rested(a) - rested(b)) || (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
  };

  return {
    offer: (using, options) => {
      const suitable = Object.keys(using.devices).map(
        (name) => [name, suiting(name, using, options)] as const,
      );
      for (const lease of distinct(Object.fromEntries(suitable))) return lease;
      return undefined;
    },
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
    nextRested: () => {
      const times = [...known].filter((device) => !taken.has(device)).map((device) => rested(device) - EARLY);
      return times.filter((at) => at > now()).toSorted((a, b) => a - b)[0];
    },
    demand: ({ devices, waits }) => {
      const rests = Object.keys(devices).map((name) => restAfter(waits, name));
      // Of equals those that switch relays come first: later checks see by the way how they left the device.
      return waits.span + Math.max(0, ...rests) + (waits.switches.size > 0 ? 1 : 0);
    },
  };
}

/** How long the device must rest when the job has ended. */
function restAfter({ span, refreshes }: Using['waits'], name: string): number {
  const refresh = refreshes[name];
  return refresh ? Math.max(0, REFRESH_MIN_INTERVAL - (span - refresh.last)) : 0;
}

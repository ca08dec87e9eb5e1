// What waits for devices in a run, in the order in which it is looked at, and what all of it wants together.
import type { Held, LeaseRequest } from '../target/lessor.js';
import { demandOf } from './device-choice.js';
import { leadOf } from './estimate.js';

export const NONE: ReadonlySet<string> = new Set();

/** What refreshes so soon after its start, in ms, can make good use of a device that has rested. */
const SOON = 500;

export interface QueueEntry {
  readonly request: LeaseRequest;
  readonly begin: (held: Held) => void;
  readonly never: () => void;
}

export interface WaitingEntry extends QueueEntry {
  /** All devices that it could use, and for how long it keeps them from others: found once, and asked for often. */
  readonly usable: readonly string[];
  readonly demand: number;
  overtaken: number;
}

/** What the queue as a whole wants: found anew when it has changed, and asked for more often. */
export interface Overview {
  /** All devices that somebody could use. */
  readonly devices: ReadonlySet<string>;
  /** How long each of them takes until it refreshes a device, in ms. */
  readonly leads: ReadonlySet<number>;
  /** Devices that somebody would refresh as soon as they have rested. */
  readonly wanted: ReadonlySet<string>;
  /** Devices that somebody would refresh who can have no other one, while others have a choice. */
  readonly needed: ReadonlySet<string>;
  readonly areAllBound: boolean;
  readonly isAnyExclusive: boolean;
  /** How long all of it will keep the devices that it can use, about; in ms. */
  readonly left: number;
}

export interface Queue {
  readonly waiting: readonly WaitingEntry[];
  readonly overview: Overview;
  add(entries: readonly QueueEntry[]): void;
  takeAt(at: number): WaitingEntry | undefined;
  takeAll(): readonly WaitingEntry[];
}

export function createQueue(): Queue {
  const waiting: WaitingEntry[] = [];
  let overview: Overview | undefined;
  const changed = <T>(result: T): T => {
    overview = undefined;
    return result;
  };
  return {
    waiting,
    get overview() {
      overview ??= overviewOf(waiting);
      return overview;
    },
    add: (entries) => {
      for (const entry of entries) {
        const { request } = entry;
        waiting.push({ ...entry, usable: devicesOf(request), demand: demandOf(request), overtaken: 0 });
      }
      // Those that run alone come first: later, all others would have to end before.
      waiting.sort(
        (a, b) =>
          rank(b.request) - rank(a.request) || first(b.request) - first(a.request) || b.demand - a.demand,
      );
      changed(undefined);
    },
    takeAt: (at) => changed(waiting.splice(at, 1)[0]),
    takeAll: () => changed(waiting.splice(0)),
  };
}

function overviewOf(queue: readonly WaitingEntry[]): Overview {
  const devices = new Set<string>();
  const leads = new Set<number>();
  const wanted = new Set<string>();
  const needed = new Set<string>();
  let kept = 0;
  let bound = 0;
  for (const { request, usable, demand } of queue) {
    const onlyOne = isBound(request);
    if (onlyOne) bound++;
    for (const device of usable) devices.add(device);
    kept += Object.keys(request.devices).length * demand;
    for (const name in request.waits.refreshes) {
      const lead = name in request.devices ? leadOf(request.waits, name) : undefined;
      if (lead === undefined) continue;
      leads.add(lead);
      if (lead <= SOON) for (const device of request.devices[name] ?? []) wanted.add(device);
    }
    if (onlyOne && Object.keys(request.waits.refreshes).length > 0)
      for (const device of usable) needed.add(device);
  }
  const areAllBound = bound === queue.length;
  return {
    devices,
    leads,
    wanted,
    needed: areAllBound ? NONE : needed,
    areAllBound,
    isAnyExclusive: queue.some(({ request }) => request.exclusive),
    left: kept / Math.max(1, devices.size),
  };
}

/**
 * Those that run alone come first, then those that have their clients to themselves, then what refreshes a device or
 * needs several: all else fills the time in which devices rest.
 */
function rank({ exclusive, apart = false, devices, waits }: LeaseRequest): number {
  const isBusy = Object.keys(waits.refreshes).length > 0 || Object.keys(devices).length > 1;
  return 4 * Number(exclusive) + 2 * Number(apart) + Number(isBusy);
}

function first({ early = false }: LeaseRequest): number {
  return Number(early);
}

/** There is only one device that it could have. */
export function isBound({ devices }: LeaseRequest): boolean {
  const [only, ...others] = Object.values(devices);
  return only?.length === 1 && others.length === 0;
}

export function devicesOf({ devices }: LeaseRequest): readonly string[] {
  return Object.values(devices).flat();
}

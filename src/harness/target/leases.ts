// The book of devices of a run: which are leased, and from when on each has rested; and how checks and programs, which
// lease from the same book, ask for devices.
import { assert } from '../../kernel/assert.js';
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import type { RefreshBook } from './refresh-book.js';

/** Devices of the profile, by the names under which they were asked for. */
export type Lease = Readonly<Record<string, string>>;

/** What is known before of whoever asks, as if every reply came at once. A wrong estimate costs time, and nothing else. */
export interface Estimated {
  /** From its first step to the end of its clean-up, in ms. */
  readonly span: number;
  /** By the name of the device: when the first and the last refresh of it must be accepted, in ms from the start. */
  readonly refreshes: Readonly<Record<string, { readonly first: number; readonly last: number }>>;
}

export interface LeaseRequest {
  /** Devices that would do, by the name under which they are asked for; looked at anew each time. */
  readonly devices: Readonly<Record<string, readonly string[]>>;
  /** API clients of the profile that it uses; default: none. */
  readonly clients?: readonly string[];
  /** Nobody else may use one of these clients at the same time. */
  readonly apart?: boolean;
  /** Nothing else may be at work at the same time. */
  readonly exclusive: boolean;
  readonly waits: Estimated;
}

export interface Held {
  readonly lease: Lease;
  /** To be called once, when all is done. */
  giveBack(): void;
}

export interface Lessor {
  /** Undefined when there will never be devices for it, or none are given any more. */
  lease(request: LeaseRequest): Promise<Held | undefined>;
}

/** A device is known by its name in the profile. */
export type Leases = ReturnType<typeof createLeases>;

export interface LeasesOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** What is known of refreshes, by device id: the time between two of them and its margin are defined there. */
  readonly refreshes: RefreshBook;
  /** By name; one that is not listed has its name for an id. A device that changes its id has more than one. */
  readonly devices: Readonly<
    Record<string, { readonly deviceId: string; readonly serial?: string | undefined }>
  >;
}

export function createLeases({ clock, refreshes, devices: listed }: LeasesOptions) {
  const idOf = (device: string): string => listed[device]?.deviceId ?? device;
  const taken = new Set<string>();
  const returnedAt = new Map<string, number>();
  const waiting = new Set<() => void>();

  return {
    isFree: (device: string) => !taken.has(device),

    /** Throws when one of the devices is not free. */
    take: (devices: Iterable<string>) => {
      for (const device of devices) {
        assert(!taken.has(device), `${device} is leased already`);
        taken.add(device);
      }
    },

    /** Ends the lease of the devices, and wakes all who wait for one. Throws when one of them was not taken. */
    giveBack: (devices: Iterable<string>) => {
      for (const device of devices) {
        assert(taken.delete(device), `${device} is given back by somebody who does not have it`);
        returnedAt.set(device, clock.now());
      }
      for (const wake of [...waiting]) wake();
    },

    /** From when on a refresh of the device can be accepted, in ms of the clock. */
    restedAt: (device: string) => refreshes.restedAt(idOf(device)),

    /** The device may have been refreshed until that moment of the clock, by default now: it rests from then on. */
    rest: (device: string, at = clock.now()) => refreshes.note(idOf(device), at, clock.now()),

    /** Ids of devices, but for these, that are leased or were given back after a moment, in ms of the clock. */
    othersSince: (own: Iterable<string>, since: number): ReadonlySet<string> => {
      const after = [...returnedAt].flatMap(([device, at]) => (at > since ? device : []));
      const others = new Set([...taken, ...after]);
      for (const device of own) others.delete(device);
      return new Set([...others].flatMap((device) => [idOf(device), listed[device]?.serial ?? []].flat()));
    },

    /** Resolves when devices are given back the next time, or when the signal is aborted. */
    released: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const wake = (): void => {
          waiting.delete(wake);
          forget();
          resolve();
        };
        const forget = onAbort(signal, wake);
        waiting.add(wake);
      }),
  };
}

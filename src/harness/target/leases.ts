// The book of devices of a run: which are leased, from when on each has rested, and who waits for one. The checks
// and the programs of a run can lease from the same book.
import { assert } from '../../kernel/assert.js';
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import type { RefreshBook } from './refresh-book.js';

/** A device is known by its name in the profile. */
export interface Leases {
  isFree(device: string): boolean;
  /** Throws when one of the devices is not free. */
  take(devices: Iterable<string>): void;
  /** Ends the lease of the devices, and wakes all who wait for one. Throws when one of them was not taken. */
  giveBack(devices: Iterable<string>): void;
  /** From when on a refresh of the device can be accepted, in ms of the clock. */
  restedAt(device: string): number;
  /** The device may have been refreshed until that moment of the clock, by default now: it rests from then on. */
  rest(device: string, at?: number): void;
  /** When the device was given back last, in ms of the clock; -Infinity where it was never leased. */
  freeSince(device: string): number;
  /** Ids of devices, but for these, that are leased or were given back after a moment, in ms of the clock. */
  othersSince(own: Iterable<string>, since: number): ReadonlySet<string>;
  /** Grows with each time that devices are given back: which of two was given back first. */
  turnOf(device: string): number;
  /** Resolves when devices are given back the next time, or when the signal is aborted. */
  released(signal: AbortSignal): Promise<void>;
}

export interface LeasesOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** What is known of refreshes, by device id: the time between two of them and its margin are defined there. */
  readonly refreshes: RefreshBook;
  /** By name; one that is not listed has its name for an id. A device that changes its id has more than one. */
  readonly devices: Readonly<
    Record<string, { readonly deviceId: string; readonly serial?: string | undefined }>
  >;
}

export function createLeases({ clock, refreshes, devices: listed }: LeasesOptions): Leases {
  const idOf = (device: string): string => listed[device]?.deviceId ?? device;
  const taken = new Set<string>();
  const returned = new Map<string, { readonly at: number; readonly turn: number }>();
  const waiting = new Set<() => void>();
  let turn = 0;

  return {
    isFree: (device) => !taken.has(device),
    take: (devices) => {
      for (const device of devices) {
        assert(!taken.has(device), `${device} is leased already`);
        taken.add(device);
      }
    },
    giveBack: (devices) => {
      turn++;
      for (const device of devices) {
        assert(taken.delete(device), `${device} is given back by somebody who does not have it`);
        returned.set(device, { at: clock.now(), turn });
      }
      for (const wake of [...waiting]) wake();
    },
    restedAt: (device) => refreshes.restedAt(idOf(device)),
    rest: (device, at = clock.now()) => refreshes.note(idOf(device), at),
    freeSince: (device) => returned.get(device)?.at ?? Number.NEGATIVE_INFINITY,
    othersSince: (own, since) => {
      const after = [...returned].flatMap(([device, { at }]) => (at > since ? device : []));
      const others = new Set([...taken, ...after]);
      for (const device of own) others.delete(device);
      return new Set([...others].flatMap((device) => [idOf(device), listed[device]?.serial ?? []].flat()));
    },
    turnOf: (device) => returned.get(device)?.turn ?? 0,
    released: (signal) =>
      new Promise((resolve) => {
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

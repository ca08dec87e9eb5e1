import type { Clock } from '../../kernel/clock.js';
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
    /** The device may have been refreshed until now: it rests from now on. */
    rest(device: string): void;
    /** When the device was given back last, in ms of the clock; -Infinity where it was never leased. */
    freeSince(device: string): number;
    /** Grows with each time that devices are given back: which of two was given back first. */
    turnOf(device: string): number;
    /** Resolves when devices are given back the next time, or when the signal is aborted. */
    released(signal: AbortSignal): Promise<void>;
}
export interface LeasesOptions {
    readonly clock: Pick<Clock, 'now'>;
    /** What is known of refreshes, by device id: the time between two of them and its margin are defined there. */
    readonly refreshes: RefreshBook;
    /** By name; one that is not listed has its name for an id. */
    readonly devices: Readonly<Record<string, {
        readonly deviceId: string;
    }>>;
}
export declare function createLeases({ clock, refreshes, devices: listed }: LeasesOptions): Leases;

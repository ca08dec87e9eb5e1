import type { DeviceEntry } from './fleet-spec.js';
export interface Place {
    readonly entry: DeviceEntry;
    /** Within the entry's template, from 0. */
    readonly place: number;
}
export interface Roster {
    readonly count: number;
    find(deviceId: string): Place | undefined;
    /** In the order of the file; with `after`, those that come after this place. */
    ids(after?: Place): Generator<[deviceId: string, Place]>;
}
export declare function createRoster(entries: readonly DeviceEntry[]): Roster;
/** An id for which both entries stand; undefined when they share none. */
export declare function sharedId(a: DeviceEntry, b: DeviceEntry): string | undefined;

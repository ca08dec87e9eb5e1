export interface RefreshBook {
    /** @param at when the refresh was sent, in ms of the clock. */
    note(deviceId: string, at: number): void;
    /** From when on the next refresh of the device can be accepted, in ms of the clock. */
    restedAt(deviceId: string): number;
}
/** @param before devices that were refreshed before the run, and when: since then at the latest. */
export declare function createRefreshBook(before?: Iterable<readonly [string, number]>): RefreshBook;

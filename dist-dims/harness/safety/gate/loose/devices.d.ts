import type { Words } from './words.js';
export interface Named {
    /** Identifiers of devices that exist. */
    readonly known: readonly string[];
    /** What stands in a device's place and is none of those; as written there. */
    readonly others: readonly string[];
}
/** @param lasts what the parts of the message are with every layer of escapes off. */
export declare function devicesIn(readings: readonly string[], lasts: readonly string[], ids: readonly string[], words: Words): Named;
/** What takes the names of devices out of a text. */
export declare function withoutDevices(ids: readonly string[]): (text: string) => string;

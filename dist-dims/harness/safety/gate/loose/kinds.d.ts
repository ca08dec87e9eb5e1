import { type Words } from './words.js';
export type Kind = 'switch' | 'bytes' | 'jogDuration' | 'baudRate' | 'manage';
/** @param named a device that exists, or could, is named in the message. */
export declare function kindsIn(readings: readonly string[], words: Words, named: boolean): Set<Kind>;

import type { DeviceBefore } from '../restore/record.js';
import type { DeviceLedger } from './ledger.js';
/** What was touched, as it was found. */
export declare function deviceBefore(device: DeviceLedger): DeviceBefore;
/** From now on it is to be put back. @param at clock time in ms, at which others changed it at the latest. */
export declare function adoptDevice(device: DeviceLedger, before: DeviceBefore, at: number): void;

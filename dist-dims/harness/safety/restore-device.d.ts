import type { Clock } from '../../kernel/clock.js';
import type { Bounds, Caretaker } from './caretaker.js';
import type { DeviceLedger } from './ledger.js';
/** What could not be put back, in words; empty when all is as it was found. */
export declare function restoreDevice(clock: Clock, caretaker: Caretaker, device: DeviceLedger, bounds: Bounds): Promise<readonly string[]>;
/**
 * Leaves a device to the next check as the last one found it, without a refresh: jogs have ended, settings are as
 * before, and relays whose state is known from commands are switched back. What that does not reach is left to the
 * end of the run.
 */
export declare function handOver(clock: Clock, caretaker: Caretaker, device: DeviceLedger, bounds: Bounds): Promise<void>;

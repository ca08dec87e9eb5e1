import type { Clock } from '../../kernel/clock.js';
import type { Bounds, Caretaker } from './caretaker.js';
import type { DeviceLedger } from './ledger.js';
/** What could not be put back, in words; empty when all is as it was found. */
export declare function restoreDevice(clock: Clock, caretaker: Caretaker, device: DeviceLedger, bounds: Bounds): Promise<readonly string[]>;

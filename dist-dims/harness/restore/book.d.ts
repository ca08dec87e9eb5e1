import { type DeviceBefore, type ManagedBefore, type RestoreOrigin, type StimulusLeft } from './record.js';
import type { RestoreStore } from './store.js';
export interface RestoreBook {
    /** Of two values for the same thing, the first one counts. */
    device(before: DeviceBefore): void;
    managed(before: ManagedBefore): void;
    stimulus(left: StimulusLeft): void;
    /** Resolves when all that was noted by now is stored; in words why it is not. */
    stored(): Promise<string | undefined>;
    /** Everything is as it was: the stored book goes. In words why it does not. */
    close(): Promise<string | undefined>;
    /** Why something could not be stored, once that has happened. */
    readonly failure: string | undefined;
}
export declare function createRestoreBook(store: RestoreStore, origin: RestoreOrigin): RestoreBook;

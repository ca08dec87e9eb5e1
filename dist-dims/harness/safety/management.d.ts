import type { ManagedDevice, Profile } from '../profile/profile.js';
import type { RestoreBook } from '../restore/book.js';
import type { ManagedBefore } from '../restore/record.js';
import type { Target } from '../target/target.js';
import type { Bounds } from './caretaker.js';
/** Why nothing is changed, when it cannot be stored how to put it back. */
export declare function notStored(why: string): string;
export interface ManagementKeeper {
    readonly deviceId: string;
    /** Another run has found it so. */
    adopt(found: ManagedBefore): void;
    /** Before each change: looks whether the device is there, once. Rejects with SafetyError when this cannot be found out. */
    before(bounds: Bounds): Promise<void>;
    /** What could not be put back, in words. */
    restore(bounds: Bounds): Promise<readonly string[]>;
}
export declare function createManagementKeeper(target: Target, { clients, longestWait }: Pick<Profile, 'clients' | 'longestWait'>, managed: ManagedDevice, book?: Pick<RestoreBook, 'managed' | 'stored'>): ManagementKeeper;

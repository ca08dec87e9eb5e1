import type { RestoreRecord } from './record.js';
export interface RestoreStore {
    /** Replaces what is kept, whole or not at all, and waits until it would survive a loss of power. Why not, in words. */
    save(record: RestoreRecord): Promise<string | undefined>;
    /** Nothing has to be put back any more. Why it could not be removed, in words. */
    remove(): Promise<string | undefined>;
}

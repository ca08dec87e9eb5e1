import { type RestoreRecord } from '../../harness/restore/record.js';
import type { RestoreStore } from '../../harness/restore/store.js';
import type { Secrets } from '../../output/secrets.js';
import { type Result } from '../../document/complaint.js';
export interface RestoreFile {
    readonly path: string;
    readonly record: RestoreRecord;
}
export declare function createFileStore(path: string, secrets: Secrets): RestoreStore;
/** Paths, sorted. A folder that is not there has none. */
export declare function restorePathsIn(folder: string): Promise<readonly string[]>;
/** Those about one server, whatever the profile. */
export declare function restorePathsOf(folder: string, baseUrl: string): Promise<readonly string[]>;
/** What a process that was killed while it wrote has left; only for whoever holds the lock of the server. */
export declare function removeUnfinished(folder: string, baseUrl: string): Promise<void>;
/** Nothing is deleted, whatever is wrong with it. */
export declare function readRestoreFile(path: string): Promise<Result<RestoreFile>>;

import type { Journal } from '../../simulator/control/journal/journal.js';
import type { Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
export interface JournalFile {
    /** Writes what the journal is told from now on. */
    keep(journal: Journal): void;
    /** Resolves when everything is written. */
    close(): Promise<void>;
}
/** What the disk has against the file is said once; the simulator goes on. */
export declare function openJournalFile(name: string, io: Io): Promise<Result<JournalFile>>;

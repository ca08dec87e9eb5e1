import type { Complaint } from '../../document/complaint.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import type { RunEnd } from '../../harness/run/run.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { RestoreFile } from '../restore/restore-files.js';
/** A run that is to switch nothing does not put back either; undefined when nothing is in its way. */
export declare function leftoversRefused(leftovers: RestoreFile | undefined, restoreLine: string | undefined, restriction: Restriction | undefined): Complaint | undefined;
/** Why nothing was checked. @param path of what an earlier run has left. */
export declare function unchecked(ended: Extract<RunEnd, {
    ok: false;
}>, path: string | undefined): readonly Complaint[];
/** What this run could not put back. */
export declare function leftBehind({ notRestored }: RunResult, unstored: string | undefined, restoreLine: string | undefined): readonly Complaint[];

import type { Complaint } from '../../document/complaint.js';
import type { Io } from '../io.js';
import type { FileKind } from './file-kinds.js';
export interface CheckOptions {
    /** What the file is; its keys tell when it is not given. */
    readonly as?: FileKind | undefined;
    /** The file of the fleet whose names fault plans and variants use; the demo fleet when it is not given. */
    readonly fleet?: string | undefined;
}
export interface Checked {
    readonly kind: FileKind;
    readonly complaints: readonly Complaint[];
}
export declare function checkFile(path: string, io: Io, options: CheckOptions): Promise<Checked>;

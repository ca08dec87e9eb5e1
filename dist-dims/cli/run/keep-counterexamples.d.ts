import type { Counterexample } from '../../harness/property/search-port.js';
import type { Complaint } from '../../document/complaint.js';
import type { Io } from '../io.js';
export interface CounterexampleKeeper {
    /** Tells of the counterexample, and writes it down where a folder was given. */
    keep(counterexample: Counterexample): Promise<void>;
    /** What could not be written. */
    readonly complaints: readonly Complaint[];
}
/** Findings of a soak go here when no folder is named. */
export declare const SOAK_FOLDER = "conform-soak";
export declare function createCounterexampleKeeper(folder: string | undefined, { seed, say, io }: {
    readonly seed: number;
    readonly say: (text: string) => void;
    readonly io: Io;
}): CounterexampleKeeper;

import type { Result } from '../../document/complaint.js';
import { type Property } from '../../harness/property/properties.js';
import { type Selected } from '../../harness/run/select.js';
import type { SelectionProblem } from '../../harness/run/selection.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
export interface Chosen {
    /** Cases of scenarios that have been read whole. */
    readonly cases: readonly Selected<Scenario>[];
    /** Names that cannot be what was meant. */
    readonly problems: readonly SelectionProblem[];
    /** What random programs are to show. */
    readonly properties: readonly Property[];
    /** Files that do not come with the program, as people write them. */
    readonly ownFiles: readonly string[];
}
export interface SelectOptions {
    readonly rule?: readonly string[];
    readonly replay?: number;
    readonly soak?: number;
}
/** Reads whole what the command line names as files, and of what comes with the program only what is chosen. */
export declare function choose(names: readonly string[], options: SelectOptions, cwd: string): Promise<Result<Chosen>>;

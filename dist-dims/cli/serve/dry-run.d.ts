import type { FaultPlan } from '../../simulator/faults/plan/fault-plan.js';
import { type Result } from '../../document/complaint.js';
import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type LoadedFleet } from '../load/fleet.js';
/** The plan for this fleet; undefined when none is named, or when there is no fleet to hold it to. */
export declare function planFor(name: string | undefined, fleet: Result<LoadedFleet>, io: Io): Result<FaultPlan | undefined>;
export declare function dryRun(options: {
    readonly fleet?: string;
    readonly faults?: string;
}, io: Io): ExitCode;

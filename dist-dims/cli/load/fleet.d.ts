import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { type Result } from '../../document/complaint.js';
export interface LoadedFleet {
    readonly spec: FleetSpec;
    /** How a person calls the file. */
    readonly name: string;
    /** The fleet that comes with the program: its secrets are public. */
    readonly isDemo: boolean;
}
/** @param name a path; the fleet that comes with the program when undefined. */
export declare function loadFleet(name: string | undefined, cwd: string): Result<LoadedFleet>;

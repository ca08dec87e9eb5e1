import type { ControlAccess } from '../harness/profile/stimuli/declaration.js';
import type { Profile } from '../harness/profile/profile.js';
import type { FleetSpec } from '../simulator/fleet/fleet-spec.js';
export interface FleetTarget {
    readonly name: string;
    readonly url: string;
    /** How long to wait for a reply, in ms of the run's clock. */
    readonly patience: number;
    /** Its control plane, which does all stimuli. */
    readonly control?: ControlAccess | undefined;
}
export declare function profileOfFleet(fleet: FleetSpec, { name, url, patience, control }: FleetTarget): Profile;

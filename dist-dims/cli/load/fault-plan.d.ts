import type { FaultPlan } from '../../simulator/faults/plan/fault-plan.js';
import type { Fleet } from '../../simulator/fleet/fleet.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { type Result } from '../../document/complaint.js';
export declare function loadFaultPlan(name: string, fleet: FleetSpec, cwd: string): Result<FaultPlan>;
/** A fleet on paper; no device of it is ever made. */
export declare function namesOf(spec: FleetSpec): Pick<Fleet, 'has' | 'count' | 'list' | 'profiles' | 'clients'>;

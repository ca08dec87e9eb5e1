import { type Result } from '../../document/complaint.js';
import { type StagedDay } from '../../lab/days/stage-day.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
export declare function loadDays(folder: string, fleet: FleetSpec, cwd: string): Result<readonly StagedDay[]>;

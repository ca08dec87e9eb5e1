import type { Dialect } from '../../dialect/dialect.js';
import type { FleetSpec } from './fleet-spec.js';
export declare function fleetFor(dialect: Dialect, fleet: FleetSpec): FleetSpec;

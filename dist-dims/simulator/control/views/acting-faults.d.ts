import type { FaultStatus } from '../../faults/engine/status.js';
import type { Fleet } from '../../fleet/fleet.js';
/** The ids of the active faults that are about devices and select this one. */
export declare function actingFaults(statuses: readonly FaultStatus[], fleet: Fleet): (deviceId: string) => string[];

import type { Clock } from '../kernel/clock.js';
import type { Dialect } from '../dialect/dialect.js';
import type { Journal } from './control/journal/journal.js';
import type { Recorder } from './control/journal/recorder.js';
import type { Decoration } from './decoration.js';
import type { FaultEngine } from './faults/engine/create-fault-engine.js';
import type { FaultOrder } from './faults/order.js';
import type { FleetSpec } from './fleet/fleet-spec.js';
import { type Network, type Simulator } from './simulator.js';
export interface CloudOptions {
    readonly fleet: FleetSpec;
    readonly dialect: Dialect;
    readonly clock: Clock;
    /** Default: the fleet's own. */
    readonly seed?: number;
    /** They begin to count when the cloud is there. */
    readonly faults?: readonly FaultOrder[];
    /** Made anew for each life; they come inside of the faults. */
    readonly decorations?: () => readonly Decoration[];
    /** See `SimulatorOptions`. */
    readonly seededSecrets?: boolean;
    /** Hears of what was thrown while a request was served: a bug. */
    readonly onBug?: (error: unknown) => void;
}
export interface Cloud {
    readonly simulator: Simulator;
    readonly faults: FaultEngine;
    /** Ends all faults and stops all devices. */
    dispose(): void;
}
/**
 * @param network what its transports share with those of the clouds before and after it.
 * @param recorder watches the requests for the journal; none where nobody reads it.
 */
export declare function createCloud(options: CloudOptions, journal: Journal, network: Network, recorder?: Recorder): Cloud;

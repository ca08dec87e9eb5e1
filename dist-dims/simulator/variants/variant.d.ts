import type { FaultOrder } from '../faults/order.js';
import type { FleetSpec } from '../fleet/fleet-spec.js';
export interface Variant {
    readonly title: string;
    /** What in the interface leaves it free. */
    readonly why: string;
    /** The fleet that it was read for, with its differences. */
    readonly fleet: FleetSpec;
    /** The name or the path of a dialect, as the file has it. */
    readonly dialect: string | undefined;
    readonly faults: readonly FaultOrder[];
    /** Ids of styles. */
    readonly styles: readonly string[];
    /** Others use the devices, too: the profile of a target says so. */
    readonly shared: boolean;
}

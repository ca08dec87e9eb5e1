import type { Dialect } from '../../dialect/dialect.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import type { Style } from '../../simulator/styles/style.js';
import { type Result } from '../../document/complaint.js';
/** A fleet, and all that is different about the service over it. */
export interface Varied {
    readonly fleet: FleetSpec;
    /** What the profile of a target would declare: the devices that there were before. */
    readonly declared: FleetSpec;
    /** Undefined where no variant names one. */
    readonly dialect: Dialect | undefined;
    readonly faults: readonly FaultOrder[];
    /** Fresh ones. */
    readonly styles: () => readonly Style[];
    readonly shared: boolean;
    readonly titles: readonly string[];
}
/** @param names of variants that come with the program, or paths of files. */
export declare function loadVariants(names: readonly string[], fleet: FleetSpec, cwd: string): Result<Varied>;
export interface BundledVariant {
    readonly name: string;
    readonly title: string;
    readonly why: string;
    /** The dialect that it names. */
    readonly dialect?: string;
}
/** The variants that come with the program. */
export declare function bundledVariants(cwd: string): Result<BundledVariant[]>;
/** The dialect of the command line, or that of a variant, or the default one. */
export declare function dialectFor(name: string | undefined, { dialect }: Varied, cwd: string): Result<Dialect>;

import type { Dialect } from '../../dialect/dialect.js';
import type { Defect } from '../../simulator/defects/defect.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import type { Style } from '../../simulator/styles/style.js';
import type { Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
import { type LoadedFleet } from '../load/fleet.js';
export interface ServiceOptions {
    readonly fleet?: string;
    readonly dialect?: string;
    readonly defect?: readonly string[];
    readonly variant?: readonly string[];
    readonly faults?: string;
}
export interface ChosenService {
    readonly fleet: LoadedFleet;
    readonly dialect: Dialect;
    readonly defects: readonly Defect[];
    /** What is different about it, a sentence each. */
    readonly variants: readonly string[];
    readonly styles: () => readonly Style[];
    readonly faults: readonly FaultOrder[];
    /** What the fault plan is about. */
    readonly plan: string | undefined;
}
export declare function chooseService(options: ServiceOptions, io: Io): Promise<Result<ChosenService>>;

import type { FaultAct } from '../fault.js';
import type { FaultSite } from '../engine/site.js';
import { type Delay } from '../scalars.js';
export interface OutagesOptions {
    readonly site: FaultSite;
    readonly grip: (deviceId: string) => () => void;
    /** How long one lasts; until the fault ends when absent. */
    readonly outage?: Delay | undefined;
    /** From the end of one to the next; only one when absent. */
    readonly pause?: Delay | undefined;
    /** For the journal. */
    readonly lost: string;
    readonly back: string;
}
/** Each outage of each device is an occasion. */
export declare function createOutages({ site, grip, outage, pause, lost, back }: OutagesOptions): FaultAct;

import type { FaultAct } from '../fault.js';
import type { FaultSite } from '../engine/site.js';
import { type Delay } from '../scalars.js';
/** @param pause from one act to the next; only one when absent. */
export declare function repeated(site: FaultSite, pause: Delay | undefined, act: () => void): FaultAct;
/** The API clients of the fleet that the fault is meant for. */
export declare function selectedClients({ world, selects }: FaultSite): string[];

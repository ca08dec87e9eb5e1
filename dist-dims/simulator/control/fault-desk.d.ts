import type { Read } from '../../document/yaml-document.js';
import type { FaultEngine } from '../faults/engine/create-fault-engine.js';
import type { FaultStatus } from '../faults/engine/status.js';
import type { FaultEntry } from '../faults/order.js';
import type { Fleet } from '../fleet/fleet.js';
export interface FaultDesk {
    /** Gives the id. */
    order(written: unknown): Read<string>;
    /** Orders all faults of a plan, or none when the plan has a problem; gives the ids. */
    apply(plan: string, file: string): Read<readonly string[]>;
    /** Orders faults again that were ordered before. */
    reorder(written: readonly FaultEntry[]): void;
    /** False when there is none. */
    clear(id: string): boolean;
    clearAll(): void;
    list(): readonly FaultStatus[];
}
/** @param current the engine and the fleet, which a reset replaces. */
export declare function createFaultDesk(current: () => {
    readonly faults: FaultEngine;
    readonly fleet: Fleet;
}): FaultDesk;

import type { FaultPlan } from './fault-plan.js';
export interface TimelineEntry {
    /** Ms from the start. */
    readonly begins: number;
    /** Undefined when it lasts until it is cleared. */
    readonly ends: number | undefined;
    readonly id: string | undefined;
    readonly type: string;
    readonly summary: string;
    /** In words: what it applies to, how often it fires, and its parameters as written. */
    readonly on: string;
    readonly when: string;
    readonly parameters: string;
}
/** In the order of the beginnings. */
export declare function timeline(plan: FaultPlan): readonly TimelineEntry[];
/** As aligned lines of text. */
export declare function timelineLines(plan: FaultPlan): readonly string[];

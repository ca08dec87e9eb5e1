import type { EventRecord } from '../../../trace/record.js';
export type HeardEvent = EventRecord & {
    readonly at: number;
};
export interface Heard {
    note(event: HeardEvent): void;
    /** Oldest first, those that came at that clock time (ms) or later. */
    since(at: number): readonly HeardEvent[];
}
export declare function createHeard(): Heard;

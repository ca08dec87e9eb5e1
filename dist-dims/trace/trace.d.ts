import type { Clock } from '../kernel/clock.js';
import type { TraceEntry, TraceRecord } from './record.js';
export interface Trace {
    add(entry: TraceEntry): TraceRecord;
    records(): readonly TraceRecord[];
    /** Records that were dropped because the trace was full; a judge must not conclude from their absence. */
    readonly dropped: number;
    /** Calls `listener` at each new record; returns the way to stop. */
    listen(listener: (record: TraceRecord) => void): () => void;
}
export declare function createTrace(clock: Pick<Clock, 'now'>, limit?: number): Trace;

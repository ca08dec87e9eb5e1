import type { TraceRecord } from '../../../trace/record.js';
/** Words for the first flood of a trace; undefined where there is none. */
export declare function floodIn(records: readonly TraceRecord[]): string | undefined;
/** The records without most of what flooded a connection: results are kept until the end of a run. */
export declare function withoutFlood(records: readonly TraceRecord[]): readonly TraceRecord[];

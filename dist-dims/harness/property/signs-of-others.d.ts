import type { TraceRecord } from '../../trace/record.js';
export declare function signsOfOthers(records: readonly TraceRecord[]): readonly string[];

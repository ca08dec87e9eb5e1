import { type Result } from '../document/complaint.js';
export interface ReportRequest<K extends string> {
    readonly kind: K;
    /** `-` is stdout, in place of the report for people. */
    readonly path: string;
}
export declare function parseReportRequests<K extends string>(texts: readonly string[], kinds: readonly K[]): Result<ReportRequest<K>[]>;

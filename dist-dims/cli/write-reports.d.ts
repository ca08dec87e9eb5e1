import type { Complaint, Result } from '../document/complaint.js';
import type { Format } from '../report/format.js';
import type { Io } from './io.js';
import { type ReportRequest } from './report-requests.js';
export interface Reported<K extends string, Seen extends readonly unknown[]> {
    readonly formats: Readonly<Record<K, Format<Seen>>>;
    /** What the reports are of, as such readers may see it. */
    readonly seen: (readers: Format<Seen>['readers']) => Seen;
    /** Renders what stdout shows where no report goes there. */
    readonly forPeople: () => string;
}
/** The reports that are asked for; refused before anything is done for them when one cannot be written. */
export declare function reportRequests<K extends string>(texts: readonly string[], kinds: readonly K[], { cwd }: Pick<Io, 'cwd'>): Result<ReportRequest<K>[]>;
/** What could not be written, and why. */
export declare function writeReports<K extends string, Seen extends readonly unknown[]>(requests: readonly ReportRequest<K>[], { formats, seen, forPeople }: Reported<K, Seen>, io: Io): Promise<Complaint[]>;

import type { TraceEntry, TraceRecord } from '../../../trace/record.js';
import type { Trace } from '../../../trace/trace.js';
import type { Secrets } from '../../../output/secrets.js';
export type Recorded<E extends TraceEntry> = E & Pick<TraceRecord, 'seq' | 'at'>;
export interface Recorder {
    readonly trace: Trace;
    /** `whole` are strings that are secrets in this record, whatever they are elsewhere. */
    record<E extends TraceEntry>(entry: E, whole?: ReadonlyMap<string, string>): Recorded<E>;
    /** The name, or the name with a number when the trace already has a connection of that name. */
    connectionName(wanted: string): string;
}
export declare function createRecorder(trace: Trace, secrets: Secrets): Recorder;
/** A body as the trace shows it: parsed when it is JSON, its beginning when it is very long. */
export declare function shownBody(text: string, parsed: unknown): unknown;

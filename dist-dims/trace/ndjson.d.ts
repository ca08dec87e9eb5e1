import type { TraceRecord } from './record.js';
/** The trace of one check, or of one recording. */
export interface StoredTrace {
    readonly name: string;
    /** Records that were lost: nothing follows from what is missing. */
    readonly dropped: number;
    readonly records: readonly TraceRecord[];
}
export interface TraceProblem {
    readonly file: string;
    /** Counts from 1. */
    readonly line: number;
    readonly message: string;
}
export type ReadTraces = {
    readonly ok: true;
    readonly value: readonly StoredTrace[];
} | {
    readonly ok: false;
    readonly problems: readonly TraceProblem[];
};
export declare function toNdjson(traces: readonly StoredTrace[]): string;
export declare function parseNdjson(text: string, file: string): ReadTraces;
/** A record, or what is wrong with it. */
export declare function recordIn(value: unknown): {
    readonly ok: true;
    readonly value: TraceRecord;
} | {
    readonly ok: false;
    readonly message: string;
};

import type { TraceRecord } from '../../trace/record.js';
export type KeptLine = {
    readonly kind: 'record';
    readonly record: TraceRecord;
}
/** A trace begins. */
 | {
    readonly kind: 'opening';
    readonly name: string;
    readonly dropped: number;
} | {
    readonly kind: 'nothing';
} | {
    readonly kind: 'bad';
    readonly message: string;
};
export declare function readLine(text: string): KeptLine;

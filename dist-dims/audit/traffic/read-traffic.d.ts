import type { TraceRecord } from '../../trace/record.js';
import type { Exit, Traffic } from './traffic.js';
export interface TrafficReader {
    see(record: TraceRecord): void;
    /** A process of the client has ended, and nobody had asked for it. */
    exited(exit: Exit): void;
    /** All clients that were seen, in the order of their first request. Can be called again, for what has come since. */
    traffic(to?: number): readonly Traffic[];
}
export interface ReaderOptions {
    readonly day: string;
    /** When the day began; default: the time of the first record. */
    readonly from?: number;
    /** The only process of the client, where it is known that there is but one. */
    readonly instance?: string;
    /** Records that were lost before they could be seen. */
    readonly dropped?: number;
}
export declare function createTrafficReader({ day, from, instance, dropped }: ReaderOptions): TrafficReader;

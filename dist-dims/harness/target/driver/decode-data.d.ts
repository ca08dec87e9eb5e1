import type { Dialect, Mismatch } from '../../../dialect/dialect.js';
import type { Call } from '../call.js';
export interface DecodedData {
    readonly data: unknown;
    readonly mismatches: readonly Mismatch[];
}
export declare function decodeData(dialect: Dialect, call: Call, data: unknown): DecodedData;

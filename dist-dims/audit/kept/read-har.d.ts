import type { Dialect } from '../../dialect/dialect.js';
import type { TraceRecord } from '../../trace/record.js';
export type ReadHar = {
    readonly ok: true;
    readonly records: readonly TraceRecord[];
} | {
    readonly ok: false;
    readonly message: string;
};
export declare function readHar(text: string, dialect: Dialect): ReadHar;

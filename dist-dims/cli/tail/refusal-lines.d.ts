import type { Paint } from '../../report/paint.js';
import type { RefusalRecord } from '../../trace/record.js';
interface Place {
    readonly indent: number;
    readonly width: number;
    readonly paint: Paint;
}
export declare function refusalLines(record: RefusalRecord, { indent, width, paint }: Place): string[];
export {};

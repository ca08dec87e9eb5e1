import type { ComparableReport, Difference } from './difference.js';
import { type Paint } from './paint.js';
interface Sides {
    readonly before: ComparableReport;
    readonly after: ComparableReport;
}
export declare function differenceText(difference: Difference, sides: Sides, paint?: Paint): string;
export {};

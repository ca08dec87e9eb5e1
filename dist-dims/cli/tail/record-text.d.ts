import type { Paint } from '../../report/paint.js';
import type { JournalRecord } from '../../simulator/control/journal/entry.js';
/** @param columns of the terminal. */
export declare function recordText(record: JournalRecord, paint: Paint, columns?: number): string;

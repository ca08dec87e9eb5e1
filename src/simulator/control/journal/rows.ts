// The rows of the journal: a ring, bounded by the number of rows and by what they hold.
import { assert } from '../../../kernel/assert.js';
import { MEMORY_LIMITS } from '../../limits/limits.js';
import { JournalRow } from './row.js';

export interface Rows {
  readonly size: number;
  /** The row for the next record, in which the one before it may still stand. Drops the oldest where there is no room. */
  next(): JournalRow;
  /** The newest row holds so many characters, about. Drops the oldest ones where that is too much. */
  weigh(row: JournalRow, size: number): void;
  /** Oldest first. */
  map<T>(read: (row: JournalRow, at: number) => T): T[];
  /** `most` rows from place `from` on, 0 being the oldest; fewer where there are no more. */
  part(from: number, most: number): JournalRow[];
}

export function createRows(capacity: number): Rows {
  assert(
    Number.isSafeInteger(capacity) && capacity > 0,
    `a journal keeps at least 1 record, not ${capacity}`,
  );
  const ring: JournalRow[] = [];
  let head = 0;
  let size = 0;
  let text = 0;

  const rowAt = (at: number): JournalRow => (ring[(head + at) % capacity] ??= new JournalRow());
  const dropOldest = (): void => {
    const oldest = rowAt(0);
    text -= oldest.size;
    oldest.forget();
    head = (head + 1) % capacity;
    size--;
  };

  return {
    get size() {
      return size;
    },
    next: () => {
      if (size === capacity) dropOldest();
      return rowAt(size++);
    },
    weigh: (row, weight) => {
      row.size = weight;
      text += weight;
      while (text > MEMORY_LIMITS.maxJournalText && size > 1) dropOldest();
    },
    map: (read) => Array.from({ length: size }, (_, at) => read(rowAt(at), at)),
    part: (from, most) =>
      Array.from({ length: Math.max(0, Math.min(most, size - from)) }, (_, at) => rowAt(from + at)),
  };
}

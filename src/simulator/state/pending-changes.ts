// Changes that are written together: the last one of each record counts, and is read when it is written.
import type { Change, Key, TableName } from './tables.js';

/** A class, as one refers to the inside of another when both become one. */
export class PendingChanges {
  /** Marks so far, also such as have been overtaken by later ones. */
  size = 0;
  /** Whether all tables are emptied before the changes. */
  clears = false;
  /** Called with whether the first try to write them has succeeded. */
  readonly tried: ((written: boolean) => void)[] = [];
  /** Called when they are written. */
  readonly kept: (() => void)[] = [];
  private readonly tables = new Map<TableName, Map<Key, () => unknown>>();

  mark(table: TableName, key: Key, read: () => unknown): void {
    let changes = this.tables.get(table);
    if (!changes) {
      changes = new Map();
      this.tables.set(table, changes);
    }
    changes.set(key, read);
    this.size++;
  }

  clear(): void {
    const meta = this.tables.get('meta');
    this.tables.clear();
    if (meta) this.tables.set('meta', meta);
    this.clears = true;
    this.size++;
  }

  find(table: TableName, key: Key): { read(): unknown } | undefined {
    const read = this.tables.get(table)?.get(key);
    return read && { read };
  }

  keys(table: TableName): Iterable<Key> {
    return this.tables.get(table)?.keys() ?? [];
  }

  /** The changes as they are now. */
  freeze(): Change[] {
    const changes: Change[] = [];
    for (const [table, records] of this.tables) {
      for (const [key, read] of records) changes.push({ table, key, value: read() });
    }
    return changes;
  }

  /** These changes, which could not be written, with those that came after them. */
  followedBy(later: PendingChanges): PendingChanges {
    const all = new PendingChanges();
    if (later.clears) all.clear();
    else {
      if (this.clears) all.clear();
      this.copyTo(all);
    }
    later.copyTo(all);
    // Of those who wait for a try, the earlier ones have had theirs.
    all.tried.push(...later.tried);
    all.kept.push(...this.kept, ...later.kept);
    return all;
  }

  private copyTo(other: PendingChanges): void {
    for (const [table, records] of this.tables)
      for (const [key, read] of records) other.mark(table, key, read);
  }
}

// The tables in a folder, on LMDB: reads are at once, and each batch is one transaction that is on disk when it ends.
import type { Database, open } from 'lmdb';
import { type Change, type Key, StateDamaged, type TableName, TABLES, type Tables } from './state-book.js';

/** The package, which is optional. */
export interface Lmdb {
  readonly open: typeof open;
}

/** A write that the disk refuses in the middle can harm the process, in the native part of lmdb: it is not tried. */
const LEAST_FREE = 8 * 1024 * 1024;

/**
 * Throws in the words of LMDB where the folder cannot be opened.
 * @param freeBytes that the disk has left for the folder.
 */
export function openLmdbTables(
  lmdb: Lmdb,
  path: string,
  readOnly: boolean,
  freeBytes: () => number = () => Infinity,
): Tables {
  const root = lmdb.open({
    path,
    readOnly,
    maxDbs: TABLES.length,
    // Each batch is flushed beside the next one, which is on its way already.
    overlappingSync: true,
    // Batches are made here. Those that lmdb makes of a turn end in promises that nobody has when a write fails.
    eventTurnBatching: false,
  });
  const tables = new Map<TableName, Database>();
  for (const name of TABLES) tables.set(name, root.openDB<unknown, Key>(name, {}));
  const tableOf = (name: TableName): Database => tables.get(name) as Database;
  return {
    get: (table, key) => reading(() => tableOf(table).get(key) as unknown),
    *entries(table, after) {
      const range = after === undefined ? {} : { start: after };
      const iterator = reading(() => tableOf(table).getRange(range)[Symbol.iterator]());
      try {
        for (;;) {
          const next = reading(() => iterator.next());
          if (next.done === true) return;
          const { key, value } = next.value as { readonly key: Key; readonly value: unknown };
          // A range begins with its start.
          if (key !== after) yield [key, value];
        }
      } finally {
        iterator.return?.();
      }
    },
    count: (table) =>
      reading(() => (tableOf(table).getStats() as { readonly entryCount: number }).entryCount),
    write: async (changes, clear) => {
      const free = freeBytes();
      if (free < LEAST_FREE) throw new Error(`the disk has only ${free} bytes left`);
      // A batch is one transaction, and one promise for all that is in it.
      const committed = root.batch(() => {
        if (clear) for (const name of TABLES) if (name !== 'meta') void tableOf(name).clearAsync();
        for (const change of changes) apply(tableOf(change.table), change);
      });
      // Asked for now: later it would be about later transactions.
      const durable = Promise.resolve(root.flushed).then(() => undefined);
      // Where the transaction fails, nobody waits for it.
      durable.catch(() => undefined);
      try {
        await committed;
      } catch (error) {
        const cause = await causeOf(error);
        throw cause instanceof Error && DAMAGE.test(cause.message) ? new StateDamaged(cause.message) : cause;
      }
      return { durable };
    },
    close: () => root.close(),
  };
}

/** What LMDB says of pages that are not what they were when they were written. */
const DAMAGE = /^MDB_(CORRUPTED|PAGE_NOTFOUND|PANIC|INVALID)/;

/** Neither LMDB nor what decodes a record throws for anything that was written here. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StateDamaged(error instanceof Error ? error.message : String(error));
  }
}

function apply(table: Database, { key, value }: Change): void {
  if (value === undefined) void table.remove(key);
  else void table.put(key, value);
}

/** LMDB tells of the failure at once, and of its cause a little later. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !('commitError' in error)) return error;
  try {
    return await error.commitError;
  } catch (cause) {
    return cause;
  }
}

// Tables in memory, with a disk that a test can break: what was not written when the process "dies" is lost.
import type { Change, Key, TableName, Tables } from '../../../src/simulator/state/state-book.js';

export interface HeldTables extends Tables {
  /** While set, writes are refused with these words. */
  refusal: string | undefined;
  /** While set, what is written can be read, and the disk fails to make it durable. */
  lost: string | undefined;
  /** While set, writes wait for `release`. */
  slow: boolean;
  release(): void;
  readonly batches: Change[][];
}

export function createHeldTables(): HeldTables {
  const tables = new Map<TableName, Map<Key, unknown>>();
  const tableOf = (name: TableName): Map<Key, unknown> => {
    const table = tables.get(name) ?? new Map<Key, unknown>();
    tables.set(name, table);
    return table;
  };
  const apply = (changes: readonly Change[], clear: boolean): void => {
    if (clear) for (const [name, table] of tables) if (name !== 'meta') table.clear();
    for (const { table, key, value } of changes) {
      // As on disk: what is written later changes nothing of it.
      if (value === undefined) tableOf(table).delete(key);
      else tableOf(table).set(key, structuredClone(value));
    }
  };
  const waiting: (() => void)[] = [];
  const held: HeldTables = {
    refusal: undefined,
    lost: undefined,
    slow: false,
    batches: [],
    release: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
    get: (table, key) => structuredClone(tableOf(table).get(key)),
    entries: (table, after) =>
      [...tableOf(table)]
        .filter(([key]) => after === undefined || key > after)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => [key, structuredClone(value)] as const),
    count: (table) => tableOf(table).size,
    write: async (changes, clear) => {
      if (held.slow) await new Promise<void>((resolve) => waiting.push(resolve));
      if (held.refusal !== undefined) throw new Error(held.refusal);
      held.batches.push([...changes]);
      apply(changes, clear);
      return { durable: held.lost === undefined ? Promise.resolve() : Promise.reject(new Error(held.lost)) };
    },
    close: () => Promise.resolve(),
  };
  return held;
}

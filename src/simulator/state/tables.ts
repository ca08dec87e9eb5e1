// What a store that survives is made of: tables of records by their keys, and one way to write, all or nothing.

export const TABLES = [
  /** Format, number of starts, clock, totals, and the numbers of the commands that have begun and not ended. */
  'meta',
  /** By a number that grows, so that the oldest come first. */
  'commands',
  /** commandId -> number of the command. */
  'ids',
  /** Client and idempotency key -> number of the command. */
  'keys',
  'quotas',
  'budgets',
  'clients',
  'tokens',
  'devices',
  'added',
  'removed',
  'passwords',
] as const;
export type TableName = (typeof TABLES)[number];

export type Key = string | number;

export interface Change {
  readonly table: TableName;
  readonly key: Key;
  /** Plain data; undefined removes the record. */
  readonly value: unknown;
}

export interface Written {
  /** Resolves when it is on disk, and survives a loss of power, as all that was written before. Rejects where it is not. */
  readonly durable: Promise<void>;
}

/** What is on the disk cannot be read: whoever wrote it, it was something else. */
export class StateDamaged extends Error {
  override readonly name = 'StateDamaged';
}

/** Reading throws `StateDamaged`. */
export interface Tables {
  get(table: TableName, key: Key): unknown;
  /** In the order of the keys; with `after`, those whose key is greater. */
  entries(table: TableName, after?: Key): Iterable<readonly [key: Key, value: unknown]>;
  count(table: TableName): number;
  /**
   * Resolves when all of it can be read, and what comes next may be written. Rejects when nothing of it is kept.
   * @param clear empties all tables but `meta` first.
   */
  write(changes: readonly Change[], clear: boolean): Promise<Written>;
  close(): Promise<void>;
}

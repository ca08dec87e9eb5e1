// A folder of state as the simulator uses it: tables of records, and what is to be written to them, collected while the last
// batch is written. So many commands share one write. A batch that is refused is tried again.
import type { Clock } from '../../kernel/clock.js';

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

interface Written {
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

// Changes that are written together: the last one of each record counts, and is read when it is written.

/** A class, as one refers to the inside of another when both become one. */
class PendingChanges {
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

// What is to be written to the tables: collected while the last batch is written, then written in one go, while the
// disk still makes the last one durable. So many commands share one write. A batch that is refused is tried again.

interface BookOptions {
  readonly tables: Tables;
  /** Called before each batch, to mark what goes with all of them. */
  readonly onBatch?: () => void;
  /** Calls back after a while of the machine; returns the way to call it off. */
  later(retry: () => void): () => void;
  /** Hears why the disk has refused a batch, the first time in a row. */
  onTrouble?(error: unknown): void;
}

/** Batches that the disk makes durable at the same time, at most. */
const MOST_LANDING = 2;

/** A class, as its state is many fields that go on changing together. */
export class StateBook {
  /** Whether the last batch was refused. */
  failing = false;
  private next = new PendingChanges();
  private flying: PendingChanges | undefined = undefined;
  /** Can be read, and are not yet durable; oldest first. */
  private readonly landing: PendingChanges[] = [];
  private queued = false;
  private closed = false;
  private cancelRetry = (): void => undefined;
  private readonly refused = new Set<() => void>();
  private readonly options: BookOptions;

  constructor(options: BookOptions) {
    this.options = options;
  }

  /** As it will be when all marks are written. */
  get(table: TableName, key: Key): unknown {
    for (const changes of [this.next, this.flying]) {
      const found = changes?.find(table, key);
      if (found) return found.read();
      if (changes?.clears && table !== 'meta') return undefined;
    }
    return this.options.tables.get(table, key);
  }

  /** In the order of the keys as far as they are written; the others come last. */
  *entries(table: TableName, after?: Key): Generator<readonly [Key, unknown]> {
    const { tables } = this.options;
    const hidden = table !== 'meta' && (this.next.clears || this.flying?.clears === true);
    const written = hidden ? [] : tables.entries(table, after);
    const waiting = new Set([...(this.flying?.keys(table) ?? []), ...this.next.keys(table)]);
    for (const [key, value] of written) {
      const now = waiting.delete(key) ? this.get(table, key) : value;
      if (now !== undefined) yield [key, now];
    }
    for (const key of waiting) {
      const value = after !== undefined && key <= after ? undefined : this.get(table, key);
      if (value !== undefined) yield [key, value];
    }
  }

  /** The record is asked for when it is written; undefined removes it. */
  mark(table: TableName, key: Key, read: () => unknown): void {
    if (this.closed) return;
    this.next.mark(table, key, read);
    this.queue();
  }

  /** Forgets everything but `meta`. */
  clear(): void {
    this.next.clear();
    this.queue();
  }

  /** Whether all marks so far are on disk, after one try. */
  attempt(): Promise<boolean> {
    return this.whenWritten((changes, resolve) => changes.tried.push(resolve), true);
  }

  /** Resolves when all marks so far are on disk, however often that has to be tried. */
  kept(): Promise<void> {
    return this.whenWritten<void>((changes, resolve) => changes.kept.push(resolve), undefined);
  }

  /** Calls `listener` whenever the disk has refused a batch; returns the way to stop. */
  onRefused(listener: () => void): () => void {
    this.refused.add(listener);
    return () => this.refused.delete(listener);
  }

  /** Writes what is left, once, and closes the tables. Marks after it are lost. */
  async close(): Promise<void> {
    this.cancelRetry();
    await this.attempt();
    this.closed = true;
    this.cancelRetry();
    await this.options.tables.close();
  }

  private whenWritten<T>(
    wait: (changes: PendingChanges, resolve: (value: T) => void) => void,
    now: T,
  ): Promise<T> {
    const changes = this.next.size > 0 ? this.next : (this.flying ?? this.landing.at(-1));
    if (!changes) return Promise.resolve(now);
    this.queue();
    return new Promise((resolve) => wait(changes, resolve));
  }

  /** At the end of the turn, so that what belongs together is written together. */
  private queue(): void {
    if (this.queued || this.isFull()) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      this.write();
    });
  }

  private write(): void {
    if (this.isFull() || this.closed || this.next.size === 0) return;
    this.cancelRetry();
    this.options.onBatch?.();
    const batch = this.next;
    this.flying = batch;
    this.next = new PendingChanges();
    void this.options.tables.write(batch.freeze(), batch.clears).then(
      ({ durable }) => this.onWritten(batch, durable),
      (error: unknown) => this.onRefusal(batch, error),
    );
  }

  private isFull(): boolean {
    return this.flying !== undefined || this.landing.length >= MOST_LANDING;
  }

  private onWritten(batch: PendingChanges, durable: Promise<void>): void {
    this.flying = undefined;
    this.landing.push(batch);
    void durable.then(
      () => this.onDurable(batch),
      (error: unknown) => this.onLost(batch, error),
    );
    this.write();
  }

  private onDurable(batch: PendingChanges): void {
    this.failing = false;
    // What was written before is durable, too.
    for (const landed of this.landing.splice(0, this.landing.indexOf(batch) + 1)) {
      for (const resolve of landed.tried) resolve(true);
      for (const resolve of landed.kept) resolve();
    }
    this.write();
  }

  /** It could be read, and the disk has not kept it: all that is not durable is written again. */
  private onLost(batch: PendingChanges, error: unknown): void {
    // A later one has said the same already.
    if (!this.landing.includes(batch)) return;
    const all = this.landing.splice(0);
    const tried = all.flatMap((each) => each.tried);
    const lost = [...all, ...(this.flying ? [this.flying] : [])].reduce((one, next) => one.followedBy(next));
    this.refuse(lost, tried, error);
  }

  private onRefusal(batch: PendingChanges, error: unknown): void {
    this.flying = undefined;
    this.refuse(batch, batch.tried, error);
  }

  private refuse(batch: PendingChanges, tried: PendingChanges['tried'], error: unknown): void {
    if (!this.failing) this.options.onTrouble?.(error);
    this.failing = true;
    this.next = batch.followedBy(this.next);
    for (const resolve of tried) resolve(false);
    for (const listener of [...this.refused]) listener();
    // Requests that come meanwhile try again themselves.
    if (this.next.tried.length > 0) this.queue();
    else if (!this.closed) this.cancelRetry = this.options.later(() => this.write());
  }
}

/** Whether a fault holds the link or the power of a device, or an API client: that is no state that is kept. */
export type IsHeld = (what: 'link' | 'power' | 'client', key: string) => boolean;

export interface StateStore {
  readonly book: StateBook;
  /** Starts on this folder before this one. */
  readonly lives: number;
  /** Of a secret: tells it again, and nothing else. */
  digest(secret: string): string;
  /** Nothing is held when absent. */
  readonly isHeld?: IsHeld;
  /** Called once, when the simulator begins: from now on the time is written with each batch, and while nothing happens. */
  keepTime(clock: Clock): void;
  /** Writes what is left, and gives the folder free. */
  close(): Promise<void>;
}

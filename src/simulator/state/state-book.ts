// What is to be written to the tables: collected while the last batch is written, then written in one go, while the
// disk still makes the last one durable. So many commands share one write. A batch that is refused is tried again.
import { PendingChanges } from './pending-changes.js';
import type { Key, TableName, Tables } from './tables.js';

export interface StateBook {
  /** As it will be when all marks are written. */
  get(table: TableName, key: Key): unknown;
  /** In the order of the keys as far as they are written; the others come last. */
  entries(table: TableName, after?: Key): Iterable<readonly [key: Key, value: unknown]>;
  /** The record is asked for when it is written; undefined removes it. */
  mark(table: TableName, key: Key, read: () => unknown): void;
  /** Forgets everything but `meta`. */
  clear(): void;
  /** Whether all marks so far are on disk, after one try. */
  attempt(): Promise<boolean>;
  /** Resolves when all marks so far are on disk, however often that has to be tried. */
  kept(): Promise<void>;
  /** Whether the last batch was refused. */
  readonly failing: boolean;
  /** Calls `listener` whenever the disk has refused a batch; returns the way to stop. */
  onRefused(listener: () => void): () => void;
  /** Writes what is left, once, and closes the tables. Marks after it are lost. */
  close(): Promise<void>;
}

export interface BookOptions {
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

export function createStateBook(options: BookOptions): StateBook {
  return new OneBook(options);
}

/** A class, as its state is many fields that go on changing together. */
class OneBook implements StateBook {
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

  get(table: TableName, key: Key): unknown {
    for (const changes of [this.next, this.flying]) {
      const found = changes?.find(table, key);
      if (found) return found.read();
      if (changes?.clears && table !== 'meta') return undefined;
    }
    return this.options.tables.get(table, key);
  }

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

  mark(table: TableName, key: Key, read: () => unknown): void {
    if (this.closed) return;
    this.next.mark(table, key, read);
    this.queue();
  }

  clear(): void {
    this.next.clear();
    this.queue();
  }

  attempt(): Promise<boolean> {
    return this.whenWritten((changes, resolve) => changes.tried.push(resolve), true);
  }

  kept(): Promise<void> {
    return this.whenWritten<void>((changes, resolve) => changes.kept.push(resolve), undefined);
  }

  onRefused(listener: () => void): () => void {
    this.refused.add(listener);
    return () => this.refused.delete(listener);
  }

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

// Commands in the tables. In memory are only those that run, or whose outcome is not on disk yet: whoever looks for another
// one reads its record. So a start with a million commands reads none of them.
import * as z from 'zod';
import { snapshotSchema } from '../control/snapshot/snapshot.js';
import {
  type CommandEntry,
  slotOf,
  type Stored,
  type CommandShelf,
  textOf,
} from '../service/command-ledger.js';
import type { Clock } from '../../kernel/clock.js';
import type { StateBook } from './state-book.js';

// A command as a record of the tables.

/** A command on the shelf, with its number in the table. */
interface NumberedCommand extends Stored {
  readonly nth: number;
  /** The outcome that is being written; nobody is told of it before it is on disk. */
  outcome?: { readonly command: CommandEntry['command']; readonly expiresAt: number };
}

export const commandRecord = snapshotSchema.shape.commands.element.omit({ expiresIn: true }).extend({
  /** Clock time in ms at which it is forgotten; absent while it runs. */
  expiresAt: z.number().optional(),
});
export type CommandRecord = z.output<typeof commandRecord>;

function storedRecordOf({ entry, expiresAt, outcome }: NumberedCommand): CommandRecord {
  const { clientId, idempotencyKey } = entry;
  const until = outcome?.expiresAt ?? expiresAt;
  return {
    command: outcome?.command ?? entry.command,
    clientId,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(Number.isFinite(until) && { expiresAt: until }),
  };
}

function numberedCommand(nth: number, record: CommandRecord): NumberedCommand {
  const { command: kept, clientId, idempotencyKey, expiresAt = Number.POSITIVE_INFINITY } = record;
  let settle: Stored['settle'] = () => undefined;
  const finished =
    kept.status === 'pending'
      ? new Promise<typeof kept | undefined>((resolve) => (settle = resolve as Stored['settle']))
      : Promise.resolve(kept);
  const entry = { command: kept, clientId, idempotencyKey, finished };
  return { nth, entry, keySlot: slotOf(entry), expiresAt, settle };
}

/** Numbers of the commands that have begun and not ended, as far as that was written. */
export function runningOf(records: Pick<StateBook, 'get'>): number[] {
  const running = records.get('meta', 'running');
  return Array.isArray(running) ? running.filter((nth) => typeof nth === 'number') : [];
}

interface Totals {
  size: number;
  text: number;
  /** Of the next command. */
  nth: number;
}

export function createStoredShelf(clock: Pick<Clock, 'now'>, book: StateBook): CommandShelf {
  return new StoredShelf(clock, book);
}

/** A class, as its state is many fields that go on changing together. */
class StoredShelf implements CommandShelf {
  private readonly live = new Map<number, NumberedCommand>();
  private oldest: NumberedCommand | undefined = undefined;
  private readonly totals: Totals;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly book: StateBook;

  constructor(clock: Pick<Clock, 'now'>, book: StateBook) {
    this.clock = clock;
    this.book = book;
    this.totals = {
      size: 0,
      text: 0,
      nth: 1,
      ...(book.get('meta', 'totals') as Partial<Totals> | undefined),
    };
  }

  get size(): number {
    return this.totals.size;
  }

  get text(): number {
    return this.totals.text;
  }

  put(entry: CommandEntry, expiresAt: number, settle: Stored['settle'] = () => undefined): NumberedCommand {
    const nth = this.totals.nth++;
    const stored: NumberedCommand = { nth, entry, keySlot: slotOf(entry), expiresAt, settle };
    const { commandId, status } = entry.command;
    this.live.set(nth, stored);
    this.book.mark('commands', nth, () => storedRecordOf(stored));
    this.book.mark('ids', commandId, () => nth);
    if (stored.keySlot !== undefined) this.book.mark('keys', stored.keySlot, () => nth);
    this.count(1, textOf(entry));
    if (status === 'pending') this.markRunning();
    else void this.whenKept(stored);
    return stored;
  }

  /** Nobody is told of the outcome before it is on disk: it is final, and a crash must not take it back. */
  finish(stored: NumberedCommand, command: CommandEntry['command'], expiresAt: number): void {
    stored.outcome = { command, expiresAt };
    this.book.mark('commands', stored.nth, () => storedRecordOf(stored));
    this.markRunning();
    void this.whenKept(stored);
  }

  withId(commandId: string): NumberedCommand | undefined {
    return this.unlessOver(this.numbered(this.book.get('ids', commandId)));
  }

  withKey(request: Parameters<CommandShelf['withKey']>[0]): NumberedCommand | undefined {
    const slot = slotOf(request);
    return slot === undefined ? undefined : this.unlessOver(this.numbered(this.book.get('keys', slot)));
  }

  *all(): Generator<NumberedCommand> {
    this.oldest ??= this.after(0).next().value;
    if (!this.oldest) return;
    const first = this.oldest;
    yield first;
    yield* this.after(first.nth);
  }

  forget({ nth, entry, keySlot }: NumberedCommand): void {
    const { commandId } = entry.command;
    if (this.book.get('ids', commandId) !== nth) return;
    this.live.delete(nth);
    if (this.oldest?.nth === nth) this.oldest = undefined;
    this.book.mark('commands', nth, () => undefined);
    this.book.mark('ids', commandId, () => undefined);
    this.markRunning();
    if (keySlot !== undefined) this.book.mark('keys', keySlot, () => undefined);
    this.count(-1, -textOf(entry));
  }

  /** Kept in memory until their outcome is on disk, as whoever asks again must wait for that. */
  running(): NumberedCommand[] {
    const running = runningOf(this.book).flatMap((nth) => this.numbered(nth) ?? []);
    for (const stored of running) this.live.set(stored.nth, stored);
    return running;
  }

  /** One record for all of them, as there are few at a time. */
  private markRunning(): void {
    this.book.mark('meta', 'running', () => {
      const running: number[] = [];
      for (const { nth, entry, outcome } of this.live.values())
        if (entry.command.status === 'pending' && !outcome) running.push(nth);
      return running;
    });
  }

  private async whenKept(stored: NumberedCommand): Promise<void> {
    await this.book.kept();
    this.live.delete(stored.nth);
    if (!stored.outcome) return;
    const { command, expiresAt } = stored.outcome;
    stored.entry = { ...stored.entry, command };
    stored.expiresAt = expiresAt;
    stored.settle(command);
  }

  private *after(nth: number): Generator<NumberedCommand> {
    for (const [key, record] of this.book.entries('commands', nth)) {
      const live = this.live.get(key as number);
      yield live ?? numberedCommand(key as number, record as CommandRecord);
    }
  }

  private numbered(nth: unknown): NumberedCommand | undefined {
    if (typeof nth !== 'number') return undefined;
    const live = this.live.get(nth);
    if (live) return live;
    const record = this.book.get('commands', nth);
    return record === undefined ? undefined : numberedCommand(nth, record as CommandRecord);
  }

  private unlessOver(stored: NumberedCommand | undefined): NumberedCommand | undefined {
    if (!stored || stored.expiresAt > this.clock.now()) return stored;
    this.forget(stored);
    return undefined;
  }

  private count(commands: number, text: number): void {
    this.totals.size += commands;
    this.totals.text += text;
    this.book.mark('meta', 'totals', () => ({ ...this.totals }));
  }
}

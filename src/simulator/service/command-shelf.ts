// Stores commands until their retention is over; finds them by id and by the key of their client.
import type { Clock } from '../../kernel/clock.js';
import { isObject } from '../../kernel/json.js';
import type { CommandValue } from '../../dialect/dialect.js';
import { sizeOfOperation } from './operation-size.js';
import type { CommandEntry, CommandRequest } from './command.js';

export interface Stored {
  entry: CommandEntry;
  readonly keySlot: string | undefined;
  expiresAt: number;
  /** Resolves `entry.finished`; once it has, nothing is kept for it. */
  settle: (final: CommandValue | undefined) => void;
}

export interface CommandShelf {
  readonly size: number;
  /** Characters of the operations and results of all of them. */
  readonly text: number;
  put(entry: CommandEntry, expiresAt: number, settle?: Stored['settle']): Stored;
  /** Gives the command its outcome, and tells those who wait for it. */
  finish(stored: Stored, final: CommandEntry['command'], expiresAt: number): void;
  withId(commandId: string): Stored | undefined;
  /** The command with the key of this request. */
  withKey(request: CommandRequest): Stored | undefined;
  /** Oldest first, also such as are past their retention. */
  all(): IterableIterator<Stored>;
  forget(stored: Stored): void;
  /** Those that have begun and not ended. */
  running(): Iterable<Stored>;
}

const NOBODY_WAITS = (): void => undefined;

export function createCommandShelf(clock: Pick<Clock, 'now'>): CommandShelf {
  const byId = new Map<string, Stored>();
  const byKey = new Map<string, Stored>();
  let text = 0;

  const forget = (stored: Stored): void => {
    if (byId.delete(stored.entry.command.commandId)) text -= textOf(stored.entry);
    if (stored.keySlot !== undefined) byKey.delete(stored.keySlot);
  };
  const live = (stored: Stored | undefined): Stored | undefined => {
    if (!stored || stored.expiresAt > clock.now()) return stored;
    forget(stored);
    return undefined;
  };

  return {
    get size() {
      return byId.size;
    },
    get text() {
      return text;
    },
    put: (entry, expiresAt, settle = NOBODY_WAITS) => {
      const stored = { entry, keySlot: slotOf(entry), expiresAt, settle };
      byId.set(entry.command.commandId, stored);
      text += textOf(entry);
      if (stored.keySlot !== undefined) byKey.set(stored.keySlot, stored);
      return stored;
    },
    finish: (stored, command, expiresAt) => {
      stored.entry = { ...stored.entry, command };
      stored.expiresAt = expiresAt;
      stored.settle(command);
      stored.settle = NOBODY_WAITS;
    },
    withId: (commandId) => live(byId.get(commandId)),
    withKey: (request) => {
      const slot = slotOf(request);
      return slot === undefined ? undefined : live(byKey.get(slot));
    },
    all: () => byId.values(),
    running: () => [...byId.values()].filter(({ entry }) => entry.command.status === 'pending'),
    forget,
  };
}

/** A response counts as much as the request: it is not there yet when the command is put here. */
export function textOf({ command: { operation } }: Pick<CommandEntry, 'command'>): number {
  return 2 * sizeOfOperation(operation);
}

/** Keys of different clients are kept apart (idempotency.per-client). */
export function slotOf({
  clientId,
  idempotencyKey,
}: {
  readonly clientId: string;
  readonly idempotencyKey?: string | undefined;
}): string | undefined {
  return idempotencyKey === undefined ? undefined : `${clientId}\n${idempotencyKey}`;
}

/** Whether the command was asked for by the same request, in whatever order its fields came. */
export function isSameRequest({ entry: { command } }: Stored, request: CommandRequest): boolean {
  return fingerprintOf(command) === fingerprintOf(request);
}

export function fingerprintOf(request: Pick<CommandRequest, 'deviceId' | 'operation'>): string {
  return JSON.stringify(
    [request.deviceId, request.operation.name, request.operation.params],
    (_, value: unknown) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  );
}

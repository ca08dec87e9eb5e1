// Commands and their idempotency keys: one key is one command with one outcome, on both channels and for any number of
// repeats (idempotency.*). A key belongs to its client; a refused request is not kept.
import { type CommandValue, type IdentifierForm, newIdentifier } from '../../dialect/dialect.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { Origin } from './origin.js';
import type { Clock } from '../../kernel/clock.js';
import { isObject } from '../../kernel/json.js';
import type { OperationResult } from '../../contract/operations.js';
import type { CommandStatus } from '../../contract/schemas/scalars.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import type { RandomStream } from '../../kernel/random.js';

// A command that the service holds.

/** A command that the service holds; `deviceId` is always known here. */
export interface CommandEntry {
  readonly command: CommandValue & { readonly deviceId: string };
  readonly clientId: string;
  readonly idempotencyKey: string | undefined;
  /**
   * Resolves with the final command; a repeat in flight waits on it (idempotency.in-flight). With undefined when the
   * command was withdrawn before it began.
   */
  readonly finished: Promise<CommandValue | undefined>;
}

export interface CommandRequest {
  /** The ledger does not look at it: it is for those who decorate the ledger. */
  readonly origin?: Origin | undefined;
  readonly clientId: string;
  readonly deviceId: string;
  readonly operation: Operation;
  readonly idempotencyKey: string | undefined;
}

// How much an operation keeps in memory, about, for those who remember many of them.

/** Characters that an operation counts for at least, with what is kept beside its parameters. */
const LEAST = 100;
const PER_RELAY = 30;

/** In characters. */
export function sizeOfOperation({ name, params }: Operation): number {
  switch (name) {
    case 'device.rs485.transceive':
      return LEAST + params.data.length;
    case 'device.relay.set':
      return LEAST + PER_RELAY * params.relays.length;
    default:
      return LEAST;
  }
}

// Stores commands until their retention is over; finds them by id and by the key of their client.

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

function createCommandShelf(clock: Pick<Clock, 'now'>): CommandShelf {
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
function isSameRequest({ entry: { command } }: Stored, request: CommandRequest): boolean {
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

export type Known =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeat'; readonly entry: CommandEntry }
  /** The key belongs to another device, operation or body (idempotency.reused-for-another-request). */
  | { readonly kind: 'conflict' };

export interface FinalOutcome {
  readonly status: Exclude<CommandStatus, 'pending'>;
  readonly result?: OperationResult;
}

export interface KeptCommand {
  readonly command: CommandEntry['command'];
  readonly clientId: string;
  readonly idempotencyKey?: string | undefined;
  /** Ms until it is forgotten; undefined while it runs. */
  readonly expiresIn?: number | undefined;
}

interface LedgerLimits {
  /** How long a finished command and its key are kept, in ms. */
  readonly retention: number;
  readonly maxCommands: number;
  readonly identifiers?: IdentifierForm;
}

export type CommandLedger = ReturnType<typeof createCommandLedger>;

/** @param shelf default: in memory. */
export function createCommandLedger(
  clock: Clock,
  random: RandomStream,
  limits: LedgerLimits,
  shelf: CommandShelf = createCommandShelf(clock),
) {
  const end = (stored: Stored, outcome: FinalOutcome): void => {
    // Final: whoever spells it need do so once only.
    const final = Object.freeze(finalOf(stored.entry.command, outcome, Math.round(clock.now())));
    shelf.finish(stored, final, clock.now() + limits.retention);
  };

  return {
    lookUp: (request: CommandRequest): Known => {
      const stored = shelf.withKey(request);
      if (!stored) return { kind: 'new' };
      if (!isSameRequest(stored, request)) return { kind: 'conflict' };
      return { kind: 'repeat', entry: stored.entry };
    },
    /** Creates the command; `finish` gives it its outcome, once. */
    open: (
      request: CommandRequest,
    ): { readonly entry: CommandEntry; finish(outcome: FinalOutcome): void } => {
      makeRoom(shelf, limits.maxCommands, clock.now());
      let settle: (command: CommandValue | undefined) => void = () => undefined;
      const finished = new Promise<CommandValue | undefined>((resolve) => (settle = resolve));
      const { deviceId, operation, clientId, idempotencyKey } = request;
      const commandId = newIdentifier('cmd', random, limits.identifiers);
      const createdAt = Math.round(clock.now());
      const command = { commandId, deviceId, operation, status: 'pending' as const, createdAt };
      const entry = { command, clientId, idempotencyKey, finished };
      const stored = shelf.put(entry, Number.POSITIVE_INFINITY, settle);
      return { entry: stored.entry, finish: (outcome) => end(stored, outcome) };
    },
    /** Forgets a command that has not begun; who waits for it is told so. */
    withdraw: (commandId: string): void => {
      const stored = shelf.withId(commandId);
      if (!stored) return;
      shelf.forget(stored);
      stored.settle(undefined);
    },
    find: (commandId: string): CommandEntry | undefined => shelf.withId(commandId)?.entry,
    get size() {
      return shelf.size;
    },
    /** Oldest first. */
    *list(): Iterable<CommandEntry> {
      for (const stored of shelf.all()) if (stored.expiresAt > clock.now()) yield stored.entry;
    },
    /** All commands, for `recall` of another ledger; those that are still running have no outcome there. */
    remember: (): KeptCommand[] => [...shelf.all()].map((stored) => keptOf(stored, clock.now())),
    recall: (commands: readonly KeptCommand[]): void => {
      for (const { expiresIn = limits.retention, ...entry } of commands) {
        const { clientId, idempotencyKey, command } = entry;
        const finished = Promise.resolve(command);
        shelf.put({ command, clientId, idempotencyKey, finished }, clock.now() + expiresIn);
      }
    },
    /** Ends what was running when the service stopped: whether it took place is not known (command.timeout). */
    endRunning: (): void => {
      for (const stored of shelf.running()) end(stored, { status: 'timeout' });
    },
  };
}

/** Oldest first. A running command is never forgotten; one that runs is younger than its retention. */
function makeRoom(shelf: CommandShelf, most: number, now: number): void {
  for (const stored of shelf.all()) {
    const hasRoom = shelf.size < most && shelf.text < MEMORY_LIMITS.maxCommandText;
    if (stored.expiresAt > now && hasRoom) return;
    if (stored.entry.command.status !== 'pending') shelf.forget(stored);
  }
}

/** Field by field: a command is finished more often than most things happen, and spreading is slow. */
function finalOf(
  { commandId, deviceId, operation, createdAt }: CommandEntry['command'],
  { status, result }: FinalOutcome,
  completedAt: number,
): CommandEntry['command'] {
  return result === undefined
    ? { commandId, deviceId, operation, status, createdAt, completedAt }
    : { commandId, deviceId, operation, status, createdAt, result, completedAt };
}

/** The outcome of a command that is still running cannot be kept; in a snapshot it has the status TIMEOUT. */
function keptOf({ entry, expiresAt }: Stored, now: number): KeptCommand {
  const { clientId, idempotencyKey } = entry;
  const running = entry.command.status === 'pending';
  const command = running ? { ...entry.command, status: 'timeout' as const } : entry.command;
  return { command, clientId, idempotencyKey, expiresIn: running ? undefined : expiresAt - now };
}

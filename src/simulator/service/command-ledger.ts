// Commands and their idempotency keys: one key is one command with one outcome, whichever channel it comes
// by and however often (idempotency.*). A key belongs to its client; a refused request leaves no trace here.
import type { CommandValue } from '../../dialect/dialect.js';
import type { Operation, TransceiveResult } from '../../contract/schemas/command.js';
import type { CommandStatus } from '../../contract/schemas/scalars.js';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';

/** A command that the service holds; `deviceId` is always known here. */
export interface CommandEntry {
  readonly command: CommandValue & { readonly deviceId: string };
  readonly clientId: string;
  readonly idempotencyKey: string | undefined;
  /** Resolves with the final command; a repeat in flight waits on it (idempotency.in-flight). */
  readonly finished: Promise<CommandValue>;
}

export interface CommandRequest {
  readonly clientId: string;
  readonly deviceId: string;
  readonly operation: Operation;
  readonly idempotencyKey: string | undefined;
}

export type Known =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeat'; readonly entry: CommandEntry }
  /** The key belongs to another device, operation or body (idempotency.reused-for-another-request). */
  | { readonly kind: 'conflict' };

export interface FinalOutcome {
  readonly status: Exclude<CommandStatus, 'pending'>;
  readonly result?: TransceiveResult;
}

export interface CommandLedger {
  lookUp(request: CommandRequest): Known;
  /** Creates the command; `finish` gives it its outcome, once. */
  open(request: CommandRequest): { readonly entry: CommandEntry; finish(outcome: FinalOutcome): void };
  find(commandId: string): CommandEntry | undefined;
  readonly size: number;
  /** Oldest first. */
  list(): Iterable<CommandEntry>;
  /** What can be kept of it and given to another one; a command that is still running has no outcome then. */
  remember(): KeptCommand[];
  recall(commands: readonly KeptCommand[]): void;
}

export interface KeptCommand {
  readonly command: CommandEntry['command'];
  readonly clientId: string;
  readonly idempotencyKey?: string | undefined;
  /** Ms until it is forgotten; undefined while it runs. */
  readonly expiresIn?: number | undefined;
}

interface Stored {
  entry: CommandEntry;
  readonly fingerprint: string;
  readonly keySlot: string | undefined;
  expiresAt: number;
}

export interface LedgerLimits {
  /** How long a finished command and its key are kept, in ms. */
  readonly retention: number;
  readonly maxCommands: number;
}

export function createCommandLedger(clock: Clock, random: RandomStream, limits: LedgerLimits): CommandLedger {
  const byId = new Map<string, Stored>();
  const byKey = new Map<string, Stored>();

  const forget = (stored: Stored): void => {
    byId.delete(stored.entry.command.commandId);
    if (stored.keySlot !== undefined) byKey.delete(stored.keySlot);
  };
  const makeRoom = (): void => {
    // Oldest first. A running command is never forgotten; one that runs is younger than its retention.
    for (const stored of byId.values()) {
      if (stored.expiresAt > clock.now() && byId.size < limits.maxCommands) return;
      if (stored.entry.command.status !== 'pending') forget(stored);
    }
  };
  const live = (stored: Stored | undefined): Stored | undefined => {
    if (!stored || stored.expiresAt > clock.now()) return stored;
    forget(stored);
    return undefined;
  };

  const store = (entry: CommandEntry, expiresAt: number): Stored => {
    const { command, clientId, idempotencyKey } = entry;
    const { deviceId, operation } = command;
    const request = { clientId, deviceId, operation, idempotencyKey };
    const stored = { entry, fingerprint: fingerprintOf(request), keySlot: slotOf(request), expiresAt };
    byId.set(command.commandId, stored);
    if (stored.keySlot !== undefined) byKey.set(stored.keySlot, stored);
    return stored;
  };

  return {
    lookUp: (request) => {
      const slot = slotOf(request);
      const stored = slot === undefined ? undefined : live(byKey.get(slot));
      if (!stored) return { kind: 'new' };
      if (stored.fingerprint !== fingerprintOf(request)) return { kind: 'conflict' };
      return { kind: 'repeat', entry: stored.entry };
    },
    open: (request) => {
      makeRoom();
      let settle: (command: CommandValue) => void = () => undefined;
      const finished = new Promise<CommandValue>((resolve) => (settle = resolve));
      const command = {
        commandId: `cmd-${random.token(16)}`,
        deviceId: request.deviceId,
        operation: request.operation,
        status: 'pending' as const,
        createdAt: Math.round(clock.now()),
      };
      const { clientId, idempotencyKey } = request;
      const stored = store({ command, clientId, idempotencyKey, finished }, Number.POSITIVE_INFINITY);
      return {
        entry: stored.entry,
        finish: (outcome) => {
          const final = { ...command, ...outcome, completedAt: Math.round(clock.now()) };
          stored.entry = { ...stored.entry, command: final };
          stored.expiresAt = clock.now() + limits.retention;
          settle(final);
        },
      };
    },
    find: (commandId) => live(byId.get(commandId))?.entry,
    get size() {
      return byId.size;
    },
    *list() {
      for (const stored of byId.values()) if (stored.expiresAt > clock.now()) yield stored.entry;
    },
    remember: () => [...byId.values()].map((stored) => keptOf(stored, clock.now())),
    recall: (commands) => {
      for (const { expiresIn = limits.retention, ...entry } of commands) {
        const { clientId, idempotencyKey, command } = entry;
        const finished = Promise.resolve(command);
        store({ command, clientId, idempotencyKey, finished }, clock.now() + expiresIn);
      }
    },
  };
}

/** Whoever recalls a command that was running never learns of its outcome: that is what TIMEOUT says. */
function keptOf({ entry, expiresAt }: Stored, now: number): KeptCommand {
  const { clientId, idempotencyKey } = entry;
  const running = entry.command.status === 'pending';
  const command = running ? { ...entry.command, status: 'timeout' as const } : entry.command;
  return { command, clientId, idempotencyKey, expiresIn: running ? undefined : expiresAt - now };
}

/** Keys of different clients never meet (idempotency.per-client). */
function slotOf(request: CommandRequest): string | undefined {
  return request.idempotencyKey === undefined ? undefined : `${request.clientId}\n${request.idempotencyKey}`;
}

/** Two requests with one fingerprint are the same request, in whatever order their fields came. */
function fingerprintOf(request: CommandRequest): string {
  return JSON.stringify(
    [request.deviceId, request.operation.name, request.operation.params],
    (_, value: unknown) =>
      isPlainObject(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
      const stored: Stored = {
        entry: { command, clientId: request.clientId, finished },
        fingerprint: fingerprintOf(request),
        keySlot: slotOf(request),
        expiresAt: Number.POSITIVE_INFINITY,
      };
      byId.set(command.commandId, stored);
      if (stored.keySlot !== undefined) byKey.set(stored.keySlot, stored);
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
  };
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

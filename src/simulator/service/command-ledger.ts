// Commands and their idempotency keys: one key is one command with one outcome, on both channels and for
// any number of repeats (idempotency.*). A key belongs to its client; a refused request is not kept.
import type { CommandEntry, CommandRequest } from './command.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { OperationResult } from '../../contract/operations.js';
import type { CommandStatus } from '../../contract/schemas/scalars.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import { type IdentifierForm, newIdentifier } from '../../dialect/new-identifier.js';
import { type CommandShelf, createCommandShelf, isSameRequest, type Stored } from './command-shelf.js';

export type Known =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeat'; readonly entry: CommandEntry }
  /** The key belongs to another device, operation or body (idempotency.reused-for-another-request). */
  | { readonly kind: 'conflict' };

export interface FinalOutcome {
  readonly status: Exclude<CommandStatus, 'pending'>;
  readonly result?: OperationResult;
}

export interface CommandLedger {
  lookUp(request: CommandRequest): Known;
  /** Creates the command; `finish` gives it its outcome, once. */
  open(request: CommandRequest): { readonly entry: CommandEntry; finish(outcome: FinalOutcome): void };
  /** Forgets a command that has not begun; who waits for it is told so. */
  withdraw(commandId: string): void;
  find(commandId: string): CommandEntry | undefined;
  readonly size: number;
  /** Oldest first. */
  list(): Iterable<CommandEntry>;
  /** All commands, for `recall` of another ledger; those that are still running have no outcome there. */
  remember(): KeptCommand[];
  recall(commands: readonly KeptCommand[]): void;
  /** Ends what was running when the service stopped: whether it took place is not known (command.timeout). */
  endRunning(): void;
}

export interface KeptCommand {
  readonly command: CommandEntry['command'];
  readonly clientId: string;
  readonly idempotencyKey?: string | undefined;
  /** Ms until it is forgotten; undefined while it runs. */
  readonly expiresIn?: number | undefined;
}

export interface LedgerLimits {
  /** How long a finished command and its key are kept, in ms. */
  readonly retention: number;
  readonly maxCommands: number;
  readonly identifiers?: IdentifierForm;
}

/** @param shelf default: in memory. */
export function createCommandLedger(
  clock: Clock,
  random: RandomStream,
  limits: LedgerLimits,
  shelf: CommandShelf = createCommandShelf(clock),
): CommandLedger {
  const hasRoom = (): boolean => shelf.size < limits.maxCommands && shelf.text < MEMORY_LIMITS.maxCommandText;
  const makeRoom = (): void => {
    // Oldest first. A running command is never forgotten; one that runs is younger than its retention.
    for (const stored of shelf.all()) {
      if (stored.expiresAt > clock.now() && hasRoom()) return;
      if (stored.entry.command.status !== 'pending') shelf.forget(stored);
    }
  };

  const end = (stored: Stored, outcome: FinalOutcome): void => {
    // Final: whoever spells it need do so once only.
    const final = Object.freeze(finalOf(stored.entry.command, outcome, Math.round(clock.now())));
    shelf.finish(stored, final, clock.now() + limits.retention);
  };

  return {
    lookUp: (request) => {
      const stored = shelf.withKey(request);
      if (!stored) return { kind: 'new' };
      if (!isSameRequest(stored, request)) return { kind: 'conflict' };
      return { kind: 'repeat', entry: stored.entry };
    },
    open: (request) => {
      makeRoom();
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
    withdraw: (commandId) => {
      const stored = shelf.withId(commandId);
      if (!stored) return;
      shelf.forget(stored);
      stored.settle(undefined);
    },
    find: (commandId) => shelf.withId(commandId)?.entry,
    get size() {
      return shelf.size;
    },
    *list() {
      for (const stored of shelf.all()) if (stored.expiresAt > clock.now()) yield stored.entry;
    },
    remember: () => [...shelf.all()].map((stored) => keptOf(stored, clock.now())),
    recall: (commands) => {
      for (const { expiresIn = limits.retention, ...entry } of commands) {
        const { clientId, idempotencyKey, command } = entry;
        const finished = Promise.resolve(command);
        shelf.put({ command, clientId, idempotencyKey, finished }, clock.now() + expiresIn);
      }
    },
    endRunning: () => {
      for (const stored of shelf.running()) end(stored, { status: 'timeout' });
    },
  };
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

// The one port for what the service remembers. Each operation is whole: all of it takes place or nothing, and a refusal
// consumes nothing. In memory an operation is done at once; a store that survives says when it is on disk.
import type { AccessToken, Credentials, Ticket } from '../../contract/schemas/access.js';
import type { DeviceAddition } from '../../contract/schemas/device.js';
import type { QuotaClass } from '../../contract/endpoints.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { ApiClient } from './access.js';
import type { CommandRequest } from './command.js';
import type { FinalOutcome } from './command-ledger.js';
import type { Origin } from './origin.js';
import type { ServiceResult } from './outcome.js';

/** Ms until the operation may be tried again. */
interface Limited {
  readonly kind: 'limited';
  readonly wait: number;
}

/** The store could not keep it: nothing has changed, and the caller is told of a failure of the service. */
interface Unkept {
  readonly kind: 'unkept';
}

/** A command as those see it who wait for its end. */
export interface AwaitedCommand {
  readonly command: CommandValue;
  /** The final command; undefined when the store could not keep the outcome, and nobody may be told of it yet. */
  readonly finished: Promise<CommandValue | undefined>;
}

export type CommandBegun =
  | { readonly kind: 'conflict' | 'offline' | 'busy' }
  | Limited
  | Unkept
  /** The key is known: this is its command (idempotency.same-command). */
  | { readonly kind: 'repeat'; readonly entry: AwaitedCommand }
  /** The lane is taken, the quota counted and the command kept; `end` frees the lane, then keeps the outcome. */
  | {
      readonly kind: 'begun';
      readonly entry: AwaitedCommand;
      end(outcome: FinalOutcome): void;
      /** As if it had never begun; before the device acts only. */
      withdraw(): void;
    };

export type CommandRead =
  { readonly kind: 'none' } | Limited | { readonly kind: 'read'; readonly command: CommandValue };

export type RefreshBegun =
  | { readonly kind: 'busy' }
  | Limited
  | Unkept
  /** The lane is taken, quota and budget are spent; `end` frees the lane. */
  | { readonly kind: 'begun'; end(): MaybePromise<void> };

export type ConnectionOpened =
  | { readonly kind: 'invalid' | 'too-many' }
  | Limited
  /** The ticket is used up; the client may have been disabled since it was issued. */
  | { readonly kind: 'opened'; readonly client: ServiceResult<ApiClient> };

export type ChangeOutcome<T> = Limited | Unkept | { readonly kind: 'changed'; readonly value: T };

/** What becomes of the fleet by a request, for those who have to tell others of it. */
export type FleetChange =
  | { readonly kind: 'added'; readonly addition: DeviceAddition }
  | { readonly kind: 'removed'; readonly deviceId: string }
  | { readonly kind: 'password'; readonly deviceId: string; readonly password: string };

export interface RefreshRequest {
  readonly clientId: string;
  readonly deviceId: string;
  readonly origin: Origin | undefined;
}

export interface ServiceState {
  /**
   * Begins this command under this key, if the key is new, the device online, its lane free and the quota not used up.
   * @param online asked only for a new key.
   */
  beginCommand(request: CommandRequest, online: () => boolean): MaybePromise<CommandBegun>;
  /** Begins a refresh, if lane, quota and budget allow. */
  beginRefresh(request: RefreshRequest): MaybePromise<RefreshBegun>;
  /**
   * Gives the command as it is now, and counts one query of this client; neither where there is no such command.
   * @param mayRead whether the client may read commands of this device; asked only where the command is there.
   */
  readCommand(
    clientId: string,
    commandId: string,
    mayRead: (deviceId: string) => boolean,
  ): MaybePromise<CommandRead>;
  /** Counts one request of the class; the wait in ms when none is left. */
  spend(clientId: string, quotaClass: QuotaClass): MaybePromise<number | undefined>;
  /** Takes back what `spend` counted (limits.rejection-is-free). */
  giveBack(clientId: string, quotaClass: QuotaClass): void;
  issueToken(credentials: Credentials): MaybePromise<ServiceResult<AccessToken>>;
  /** The client behind an access token; 401 when the token is missing, unknown or expired. */
  authenticate(token: string | undefined): MaybePromise<ServiceResult<ApiClient>>;
  issueTicket(clientId: string): MaybePromise<ServiceResult<Ticket>>;
  /**
   * Uses the ticket up and counts the connection, or does neither.
   * @param isFull whether the client has as many connections as it may.
   */
  openConnection(
    ticket: string | undefined,
    isFull: (clientId: string) => boolean,
  ): MaybePromise<ConnectionOpened>;
  /** Counts one change of the fleet by this client, and makes it. */
  change<T>(clientId: string, what: FleetChange, make: () => T): MaybePromise<ChangeOutcome<T>>;
}

// The one port for what the service remembers. Each operation is whole: all of it takes place or nothing, and a refusal
// consumes nothing. In memory an operation is done at once; a store that survives says when it is on disk.
import type { AccessToken, Credentials, Ticket } from '../../contract/schemas/access.js';
import type { DeviceAddition } from '../../contract/schemas/device.js';
import type { QuotaClass } from '../../contract/endpoints.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { ApiClient } from './access.js';
import type { CommandRequest, FinalOutcome } from './command-ledger.js';
import type { Origin } from './origin.js';
import { type ServiceResult, rateLimited, success, usedUp } from './outcome.js';
import type { ServicePorts } from './ports.js';

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

type RefreshBegun =
  | { readonly kind: 'busy' }
  | Limited
  | Unkept
  /** The lane is taken, quota and budget are spent; `end` frees the lane. */
  | { readonly kind: 'begun'; end(): MaybePromise<void> };

type ConnectionOpened =
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

// What the service remembers, in memory: the parts of `ServicePorts`, each operation in one go. Nothing can come in
// between, as all of it happens in one turn; and each part can be decorated by itself.

export function createMemoryState(ports: ServicePorts): ServiceState {
  const { access, quotas, tickets, ledger } = ports;
  const spend = (clientId: string, quotaClass: QuotaClass): number | undefined => {
    const wait = quotas.waitFor(clientId, quotaClass);
    if (wait === undefined) quotas.take(clientId, quotaClass);
    return wait;
  };
  return {
    beginCommand: beginCommandIn(ports),
    beginRefresh: beginRefreshIn(ports),
    readCommand: (clientId, commandId, mayRead) => {
      const entry = ledger.find(commandId);
      if (!entry || !mayRead(entry.command.deviceId)) return { kind: 'none' };
      const wait = spend(clientId, 'query');
      return wait === undefined ? { kind: 'read', command: entry.command } : { kind: 'limited', wait };
    },
    spend,
    giveBack: (clientId, quotaClass) => quotas.giveBack(clientId, quotaClass),
    issueToken: (credentials) => {
      const wait = quotas.waitFor(credentials.clientId, 'token');
      if (wait !== undefined) return rateLimited(wait, 'Too many access tokens were asked for.');
      const issued = access.issueToken(credentials);
      // Only a known client is counted: names that somebody made up must not fill the books.
      if (issued.ok) quotas.take(credentials.clientId, 'token');
      return issued;
    },
    authenticate: (token) => access.authenticate(token),
    issueTicket: (clientId) => {
      const full = tickets.waitFor(clientId);
      if (full !== undefined) return rateLimited(full, 'This API client has too many unused tickets.');
      const wait = spend(clientId, 'ticket');
      if (wait !== undefined) return usedUp(wait);
      return success(tickets.issue(clientId));
    },
    openConnection: (ticket, isFull) => openConnection(ports, ticket, isFull),
    change: (clientId, _what, make) => {
      const wait = spend(clientId, 'manage');
      return wait === undefined ? { kind: 'changed', value: make() } : { kind: 'limited', wait };
    },
  };
}

function beginCommandIn({ quotas, lane, ledger }: ServicePorts): ServiceState['beginCommand'] {
  return (request, online) => {
    const { clientId, deviceId, origin } = request;
    const known = ledger.lookUp(request);
    if (known.kind !== 'new') return known;
    if (!online()) return { kind: 'offline' };
    const leave = lane.enter(deviceId, origin);
    if (!leave) return { kind: 'busy' };
    const wait = quotas.waitFor(clientId, 'control');
    if (wait !== undefined) {
      leave();
      return { kind: 'limited', wait };
    }
    quotas.take(clientId, 'control');
    const { entry, finish } = ledger.open(request);
    const end = (outcome: Parameters<typeof finish>[0]): void => {
      // The lane must be free before a client can see that the command has ended (busy.released).
      leave();
      finish(outcome);
    };
    const withdraw = (): void => {
      ledger.withdraw(entry.command.commandId);
      quotas.giveBack(clientId, 'control');
      leave();
    };
    return { kind: 'begun', entry, end, withdraw };
  };
}

function beginRefreshIn({ quotas, lane, budget }: ServicePorts): ServiceState['beginRefresh'] {
  return ({ clientId, deviceId, origin }) => {
    // The lane comes before the budget: an overlapping refresh is answered with DEVICE_BUSY.
    const leave = lane.enter(deviceId, origin);
    if (!leave) return { kind: 'busy' };
    // The longer of the two, so that a refresh after the announced delay is accepted (refresh.retry-after-truthful).
    const wait = Math.max(quotas.waitFor(clientId, 'refresh') ?? 0, budget.waitFor(deviceId, origin) ?? 0);
    if (wait > 0) {
      leave();
      return { kind: 'limited', wait };
    }
    quotas.take(clientId, 'refresh');
    budget.spend(deviceId, origin);
    return { kind: 'begun', end: leave };
  };
}

function openConnection(
  { access, quotas, tickets }: ServicePorts,
  ticket: string | undefined,
  isFull: (clientId: string) => boolean,
): ConnectionOpened {
  const holder = ticket === undefined ? undefined : tickets.holder(ticket);
  const wait = holder === undefined ? undefined : quotas.waitFor(holder, 'connect');
  // A rejection consumes nothing: the ticket stays good.
  if (wait !== undefined) return { kind: 'limited', wait };
  if (holder !== undefined && isFull(holder)) return { kind: 'too-many' };
  const clientId = ticket === undefined ? undefined : tickets.redeem(ticket);
  if (clientId === undefined) return { kind: 'invalid' };
  const client = access.stillEnabled(clientId);
  if (client.ok) quotas.take(clientId, 'connect');
  return { kind: 'opened', client };
}

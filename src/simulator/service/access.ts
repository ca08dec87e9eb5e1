// API clients, their access tokens, their tickets, and what they may do (interface: Authentication, Permissions).
import type { Clock } from '../../kernel/clock.js';
import type { AccessToken, Credentials, Ticket } from '../../contract/schemas/access.js';
import { grants, type Scope } from '../../contract/scopes.js';
import { rateLimited, type Refusal, refuse, type ServiceResult, success } from './outcome.js';
import { MEMORY_LIMITS } from '../limits/limits.js';

// Secrets that were issued to clients, such as access tokens: found without a hint of how nearly a guess was right, and
// so many of one client at most.

/** What secrets are made of: the randomness of the operating system, or a seeded stream. */
export interface TokenSource {
  /** `length` characters from a-z and 0-9. */
  token(length: number): string;
}

interface IssuedSecret {
  readonly clientId: string;
  /** Clock time in ms. */
  expiresAt: number;
}

interface SecretKind {
  readonly prefix: string;
  /** Characters after the prefix. */
  readonly length: number;
  /** How many of them are the name by which a secret is looked up; only the others are secret. */
  readonly nameLength: number;
  /** In ms. */
  readonly lifetime: number;
  /** That have not expired, of one client. */
  readonly maxPerClient: number;
}

type Entry = IssuedSecret & { readonly secret: string };

export function createIssuedSecrets(
  clock: Pick<Clock, 'now'>,
  random: TokenSource,
  { prefix, length, nameLength, lifetime, maxPerClient }: SecretKind,
) {
  const byName = new Map<string, Entry>();
  const counts = new Map<string, number>();
  const nameOf = (secret: string): string => secret.slice(0, prefix.length + nameLength);

  const forget = ({ secret, clientId }: Entry): void => {
    byName.delete(nameOf(secret));
    const left = (counts.get(clientId) ?? 0) - 1;
    if (left > 0) counts.set(clientId, left);
    else counts.delete(clientId);
  };
  const dropExpired = (): void => {
    // In the order of their expiry, as all live equally long; one that was made worthless before is dropped later.
    for (const entry of byName.values()) {
      if (entry.expiresAt > clock.now()) return;
      forget(entry);
    }
  };
  const find = (secret: string): Entry | undefined => {
    const entry = byName.get(nameOf(secret));
    return entry && sameText(secret, entry.secret) ? entry : undefined;
  };

  return {
    issue: (clientId: string): string => {
      dropExpired();
      const secret = `${prefix}${random.token(length)}`;
      byName.set(nameOf(secret), { secret, clientId, expiresAt: clock.now() + lifetime });
      counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
      return secret;
    },
    /** Ms until the client may have one more; undefined when it may now. */
    waitFor: (clientId: string): number | undefined => {
      dropExpired();
      if ((counts.get(clientId) ?? 0) < maxPerClient) return undefined;
      const ends = [...byName.values()]
        .filter((entry) => entry.clientId === clientId && entry.expiresAt > clock.now())
        .map(({ expiresAt }) => expiresAt);
      return ends.length < maxPerClient ? undefined : Math.min(...ends) - clock.now();
    },
    /** Expired ones are found until they are forgotten. */
    find,
    remove: (secret: string): void => {
      const entry = find(secret);
      if (entry) forget(entry);
    },
    clear: (): void => {
      byName.clear();
      counts.clear();
    },
    /** Oldest first; without those that have expired by themselves. */
    all: (): Iterable<IssuedSecret> => {
      dropExpired();
      return byName.values();
    },
  };
}

/** All characters are looked at, whatever the first ones are. */
function sameText(given: string, stored: string): boolean {
  let difference = given.length ^ stored.length;
  for (let at = 0; at < stored.length; at++) difference |= stored.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}

// API clients, their access tokens and what they may do (interface: Authentication, Permissions).

/** An API client as the fleet declares it. */
export interface ApiClient {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** Whether the client may access the device. */
  sees(deviceId: string): boolean;
  /** Lets the client access a device that it has added. */
  allow(deviceId: string): void;
}

/** What the access control has to know about the clients, and how it compares secrets. */
export interface ClientRegistry {
  find(clientId: string): (ApiClient & { readonly disabledAtStart: boolean }) | undefined;
  /** Takes back from all clients what `allow` gave. */
  forgetDevice(deviceId: string): void;
  /** In constant time, also for an unknown client. */
  secretMatches(clientId: string, secret: string): boolean;
}

export type Access = ReturnType<typeof createAccess>;

/** @param lifetime of an access token in ms. */
export function createAccess(clock: Clock, random: TokenSource, registry: ClientRegistry, lifetime: number) {
  const { maxTokensPerClient } = MEMORY_LIMITS;
  const kind = { prefix: 'at-', length: 40, nameLength: 16, lifetime, maxPerClient: maxTokensPerClient };
  const tokens = createIssuedSecrets(clock, random, kind);
  const disabled = new Map<string, boolean>();

  const isDisabled = (client: ApiClient & { readonly disabledAtStart: boolean }): boolean =>
    disabled.get(client.clientId) ?? client.disabledAtStart;

  const stillEnabled = (clientId: string): ServiceResult<ApiClient> => {
    const client = registry.find(clientId);
    if (!client) return refuse('AUTH_INVALID', 'The API client is unknown.');
    if (isDisabled(client)) return refuse('APP_DISABLED', 'The API client is disabled.');
    return success(client);
  };

  return {
    issueToken: ({ clientId, clientSecret }: Credentials): ServiceResult<AccessToken> => {
      if (!registry.secretMatches(clientId, clientSecret)) {
        return refuse('AUTH_INVALID', 'The clientId or the clientSecret is wrong.');
      }
      const client = stillEnabled(clientId);
      if (!client.ok) return client;
      const wait = tokens.waitFor(clientId);
      if (wait !== undefined) return rateLimited(wait, 'This API client has too many access tokens.');
      return success({
        accessToken: tokens.issue(clientId),
        tokenType: 'Bearer',
        expiresIn: lifetime / 1000,
        clientId,
        scopes: [...client.value.scopes],
      });
    },
    /** The client behind an access token; 401 when the token is missing, unknown or expired. */
    authenticate: (token: string | undefined): ServiceResult<ApiClient> => {
      if (token === undefined)
        return refuse('AUTH_INVALID', 'An access token is needed: Authorization: Bearer <token>.');
      const issued = tokens.find(token);
      if (!issued) return refuse('AUTH_INVALID', 'The access token is unknown.');
      if (issued.expiresAt <= clock.now()) return refuse('AUTH_INVALID', 'The access token has expired.');
      return stillEnabled(issued.clientId);
    },
    /** The client by its id, refused when it has been disabled since; for connections that are open already. */
    stillEnabled,
    /** Why the client lacks the permission; undefined when it has it. */
    deny: (client: ApiClient, scope: Scope): Refusal | undefined =>
      grants(client.scopes, scope)
        ? undefined
        : { code: 'AUTH_SCOPE_DENIED', message: `The permission ${scope} is needed.`, requiredScope: scope },
    /** The client with its state; used by the control plane and the snapshot. */
    look: (clientId: string): (ApiClient & { readonly disabled: boolean }) | undefined => {
      const client = registry.find(clientId);
      return client && { clientId, ...rightsOf(client), disabled: isDisabled(client) };
    },
    setDisabled: (clientId: string, value: boolean): boolean => {
      if (!registry.find(clientId)) return false;
      disabled.set(clientId, value);
      return true;
    },
    /** Takes back from all clients what `allow` gave, because the device has been removed. */
    forgetDevice: (deviceId: string): void => registry.forgetDevice(deviceId),
    /** Lets the tokens of the client expire, or those of all clients. */
    expireTokens: (clientId?: string): void => {
      for (const issued of tokens.all())
        if (clientId === undefined || issued.clientId === clientId) issued.expiresAt = clock.now();
    },
  };
}

function rightsOf({ scopes, sees, allow }: ApiClient): Omit<ApiClient, 'clientId'> {
  return { scopes, sees, allow };
}

// One-time tickets that open WebSocket connections (ws.ticket-issued, ws.ticket-once).

export type TicketOffice = ReturnType<typeof createTicketOffice>;

/** @param lifetime of an unused ticket in ms. */
export function createTicketOffice(clock: Clock, random: TokenSource, lifetime: number) {
  const maxPerClient = MEMORY_LIMITS.maxTicketsPerClient;
  const kind = { prefix: 'wst-', length: 32, nameLength: 12, lifetime, maxPerClient };
  const tickets = createIssuedSecrets(clock, random, kind);

  const holder = (ticket: string): string | undefined => {
    const issued = tickets.find(ticket);
    return issued && issued.expiresAt > clock.now() ? issued.clientId : undefined;
  };

  return {
    issue: (clientId: string): Ticket => ({ ticket: tickets.issue(clientId), expiresIn: lifetime / 1000 }),
    waitFor: tickets.waitFor,
    /** The client that the ticket was issued to; undefined when it is unknown, used or expired. */
    holder,
    /** As `holder`, and uses the ticket up. */
    redeem: (ticket: string): string | undefined => {
      const clientId = holder(ticket);
      tickets.remove(ticket);
      return clientId;
    },
    /** Tickets that have not been used, oldest first. */
    open: (): readonly { readonly clientId: string; readonly expiresAt: number }[] =>
      [...tickets.all()].map(({ clientId, expiresAt }) => ({ clientId, expiresAt })),
    /** Makes every open ticket worthless. */
    expireAll: (): void => tickets.clear(),
  };
}

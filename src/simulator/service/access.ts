// API clients, their access tokens and what they may do (interface: Authentication, Permissions).
import type { AccessToken, Credentials } from '../../contract/schemas/access.js';
import { grants, type Scope } from '../../contract/scopes.js';
import type { Clock } from '../../kernel/clock.js';
import { createIssuedSecrets, type IssuedSecrets, type TokenSource } from './issued-secrets.js';
import { rateLimited, type Refusal, refuse, type ServiceResult, success } from './outcome.js';
import { MEMORY_LIMITS } from '../limits/limits.js';

/** An API client as the fleet declares it. */
export interface ApiClient {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** Whether the client may access the device. */
  sees(deviceId: string): boolean;
  /** Lets the client access a device that it has added. */
  allow(deviceId: string): void;
}

export interface Access {
  issueToken(credentials: Credentials): ServiceResult<AccessToken>;
  /** The client behind an access token; 401 when the token is missing, unknown or expired. */
  authenticate(token: string | undefined): ServiceResult<ApiClient>;
  /** The client by its id, refused when it has been disabled since; for connections that are open already. */
  stillEnabled(clientId: string): ServiceResult<ApiClient>;
  /** Why the client lacks the permission; undefined when it has it. */
  deny(client: ApiClient, scope: Scope): Refusal | undefined;
  /** The client with its state; used by the control plane and the snapshot. */
  look(clientId: string): (ApiClient & { readonly disabled: boolean }) | undefined;
  setDisabled(clientId: string, disabled: boolean): boolean;
  /** Takes back from all clients what `allow` gave, because the device has been removed. */
  forgetDevice(deviceId: string): void;
  /** Lets the tokens of the client expire, or those of all clients. */
  expireTokens(clientId?: string): void;
}

/** What the access control has to know about the clients, and how it compares secrets. */
export interface ClientRegistry {
  find(clientId: string): (ApiClient & { readonly disabledAtStart: boolean }) | undefined;
  /** Takes back from all clients what `allow` gave. */
  forgetDevice(deviceId: string): void;
  /** In constant time, also for an unknown client. */
  secretMatches(clientId: string, secret: string): boolean;
}

/** @param lifetime of an access token in ms. */
export function createAccess(
  clock: Clock,
  random: TokenSource,
  registry: ClientRegistry,
  lifetime: number,
): Access {
  const tokens = createTokenStore(clock, random, lifetime);
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
    issueToken: ({ clientId, clientSecret }) => {
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
    authenticate: (token) => {
      if (token === undefined)
        return refuse('AUTH_INVALID', 'An access token is needed: Authorization: Bearer <token>.');
      const issued = tokens.find(token);
      if (!issued) return refuse('AUTH_INVALID', 'The access token is unknown.');
      if (issued.expired) return refuse('AUTH_INVALID', 'The access token has expired.');
      return stillEnabled(issued.clientId);
    },
    stillEnabled,
    deny: (client, scope) =>
      grants(client.scopes, scope)
        ? undefined
        : { code: 'AUTH_SCOPE_DENIED', message: `The permission ${scope} is needed.`, requiredScope: scope },
    look: (clientId) => {
      const client = registry.find(clientId);
      if (!client) return undefined;
      const { scopes, sees, allow } = client;
      return { clientId, scopes, sees, allow, disabled: isDisabled(client) };
    },
    setDisabled: (clientId, value) => {
      if (!registry.find(clientId)) return false;
      disabled.set(clientId, value);
      return true;
    },
    forgetDevice: (deviceId) => registry.forgetDevice(deviceId),
    expireTokens: tokens.expire,
  };
}

// Access tokens that have been issued, and how long each is good for.

interface TokenStore extends Pick<IssuedSecrets, 'issue' | 'waitFor'> {
  /** The client that the token was issued to, with whether the token still lives. */
  find(token: string): { readonly clientId: string; readonly expired: boolean } | undefined;
  /** Makes the client's tokens worthless, or everybody's. */
  expire(clientId?: string): void;
}

/** @param lifetime of an access token in ms. */
function createTokenStore(clock: Clock, random: TokenSource, lifetime: number): TokenStore {
  const maxPerClient = MEMORY_LIMITS.maxTokensPerClient;
  const kind = { prefix: 'at-', length: 40, nameLength: 16, lifetime, maxPerClient };
  const tokens = createIssuedSecrets(clock, random, kind);
  return {
    issue: tokens.issue,
    waitFor: tokens.waitFor,
    find: (token) => {
      const issued = tokens.find(token);
      return issued && { clientId: issued.clientId, expired: issued.expiresAt <= clock.now() };
    },
    expire: (clientId) => {
      for (const issued of tokens.all()) {
        if (clientId === undefined || issued.clientId === clientId) issued.expiresAt = clock.now();
      }
    },
  };
}

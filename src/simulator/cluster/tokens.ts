// Access tokens of a cluster: only their digests are in Redis, and each instance remembers those that it has met.
import type { AccessToken, Credentials } from '../../contract/schemas/access.js';
import type { Clock } from '../../kernel/clock.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import type { Access, ApiClient } from '../service/access.js';
import { rateLimited, refuse, type ServiceResult } from '../service/outcome.js';
import type { ClusterNode } from './node.js';

export interface SharedTokens {
  issue(
    credentials: Credentials,
    quota: readonly [limit: number, window: number, now: number],
  ): Promise<ServiceResult<AccessToken>>;
  /** At once where the token has been met before. */
  authenticate(token: string | undefined): MaybePromise<ServiceResult<ApiClient>>;
  /** Those of the client, or all, are worthless. */
  forget(clientId: string | undefined): void;
}

interface Met {
  readonly clientId: string;
  readonly expiresAt: number;
}

/** Tokens that are remembered, at most; the others are looked up again. */
const MOST_MET = 100_000;

export function createSharedTokens(
  node: ClusterNode,
  access: Access,
  clock: Clock,
  lifetime: number,
  digest: (secret: string) => string,
): SharedTokens {
  const met = new Map<string, Met>();
  const remember = (token: string, entry: Met): void => {
    if (met.size >= MOST_MET) met.clear();
    met.set(token, entry);
  };
  const clientOf = (token: string, { clientId, expiresAt }: Met): ServiceResult<ApiClient> => {
    if (expiresAt > clock.now()) return access.stillEnabled(clientId);
    met.delete(token);
    return refuse('AUTH_INVALID', 'The access token has expired.');
  };
  const lookUp = async (token: string): Promise<ServiceResult<ApiClient>> => {
    const [, found] = await node.call('findToken', digest(token));
    if (typeof found !== 'string') return refuse('AUTH_INVALID', 'The access token is unknown.');
    const at = found.indexOf('|');
    const entry = { clientId: found.slice(at + 1), expiresAt: Number(found.slice(0, at)) };
    remember(token, entry);
    return clientOf(token, entry);
  };

  return {
    issue: async (credentials, quota) => {
      const issued = access.issueToken(credentials);
      const { clientId } = credentials;
      const token = issued.ok ? issued.value.accessToken : '';
      const [kind, wait] = await node.call(
        'issueToken',
        ...[clientId, ...quota, issued.ok ? 1 : 0, digest(token), lifetime, MEMORY_LIMITS.maxTokensPerClient],
      );
      if (kind === 'limited') return rateLimited(Number(wait), 'Too many access tokens were asked for.');
      if (kind === 'full') return rateLimited(Number(wait), 'This API client has too many access tokens.');
      if (issued.ok) remember(token, { clientId, expiresAt: quota[2] + lifetime });
      return issued;
    },
    authenticate: (token) => {
      if (token === undefined)
        return refuse('AUTH_INVALID', 'An access token is needed: Authorization: Bearer <token>.');
      const entry = met.get(token);
      return entry ? clientOf(token, entry) : lookUp(token);
    },
    forget: (clientId) => {
      for (const [token, entry] of met)
        if (clientId === undefined || entry.clientId === clientId) met.delete(token);
    },
  };
}

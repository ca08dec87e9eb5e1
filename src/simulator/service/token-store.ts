// Access tokens that have been issued, and how long each is good for.
import type { Clock } from '../../kernel/clock.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import { createIssuedSecrets, type IssuedSecrets, type TokenSource } from './issued-secrets.js';

export interface TokenStore extends Pick<IssuedSecrets, 'issue' | 'waitFor'> {
  /** The client that the token was issued to, with whether the token still lives. */
  find(token: string): { readonly clientId: string; readonly expired: boolean } | undefined;
  /** Makes the client's tokens worthless, or everybody's. */
  expire(clientId?: string): void;
}

/** @param lifetime of an access token in ms. */
export function createTokenStore(clock: Clock, random: TokenSource, lifetime: number): TokenStore {
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

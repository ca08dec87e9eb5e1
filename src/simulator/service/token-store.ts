// Access tokens that have been issued, and how long each is good for.
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';

export interface TokenStore {
  issue(clientId: string): string;
  /** The client that the token was issued to, and whether the token has expired. */
  find(token: string): { readonly clientId: string; readonly expired: boolean } | undefined;
  /** Lets the tokens of the client expire, or those of all clients. */
  expire(clientId?: string): void;
}

interface IssuedToken {
  readonly clientId: string;
  expiresAt: number;
}

/** More tokens than this and the oldest are forgotten. */
const MAX_TOKENS = 100_000;

/** @param lifetime of an access token in ms. */
export function createTokenStore(clock: Clock, random: RandomStream, lifetime: number): TokenStore {
  const tokens = new Map<string, IssuedToken>();

  const dropExpired = (): void => {
    // Tokens are in the order of their expiry, as all live equally long.
    for (const [token, issued] of tokens) {
      if (issued.expiresAt > clock.now() && tokens.size <= MAX_TOKENS) return;
      tokens.delete(token);
    }
  };

  return {
    issue: (clientId) => {
      dropExpired();
      const token = `at-${random.token(40)}`;
      tokens.set(token, { clientId, expiresAt: clock.now() + lifetime });
      return token;
    },
    find: (token) => {
      const issued = tokens.get(token);
      return issued && { clientId: issued.clientId, expired: issued.expiresAt <= clock.now() };
    },
    expire: (clientId) => {
      for (const issued of tokens.values()) {
        if (clientId === undefined || issued.clientId === clientId) issued.expiresAt = clock.now();
      }
    },
  };
}

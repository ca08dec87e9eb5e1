// Keeps the access token: one is asked for when there is none, and used until shortly before it expires
// (rule client.token-reused). All that need one at the same time wait for the same request.
import { type Answer, verdictOn } from './answer.js';
import type { Clock } from './ports.js';

export interface Token {
  readonly value: string;
  /** Clock time in ms. */
  readonly renewAt: number;
}

export interface TokenKeeper {
  /** The token, or the answer that says why there is none. */
  get(): Promise<Token | Answer>;
  /** The service has refused this token: the next `get` asks for another one. */
  discard(token: Token): void;
}

/** Part of the lifetime after which a token is renewed. */
const USED = 0.9;
/** Refused credentials are not tried again for so long, in ms (rule client.no-retry-unchanged). */
const REFUSED_FOR = 90_000;

/** @param onScopes called with the permissions of each new token. */
export function createTokenKeeper(
  clock: Clock,
  ask: () => Promise<Answer>,
  onScopes: (scopes: string) => void,
): TokenKeeper {
  let token: Token | undefined;
  let asking: Promise<Token | Answer> | undefined;
  let refused: { readonly answer: Answer; readonly until: number } | undefined;

  const renew = async (): Promise<Token | Answer> => {
    const answer = await ask();
    const verdict = verdictOn(answer);
    if (verdict === 'final') refused = { answer, until: clock.now() + REFUSED_FOR };
    if (verdict !== 'done' || answer.kind !== 'reply') return answer;
    const { accessToken, expiresIn, scopes } = answer.data;
    onScopes(JSON.stringify(scopes));
    const lifetime = typeof expiresIn === 'number' ? expiresIn * 1000 : Number.POSITIVE_INFINITY;
    token = { value: String(accessToken), renewAt: clock.now() + USED * lifetime };
    return token;
  };
  return {
    get: async () => {
      if (token && clock.now() < token.renewAt) return token;
      if (refused && clock.now() < refused.until) return refused.answer;
      asking ??= renew().finally(() => (asking = undefined));
      return asking;
    },
    discard: (given) => {
      if (token === given) token = undefined;
    },
  };
}

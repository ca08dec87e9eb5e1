// Access tokens, one for each client: fetched when first needed, shared, and fetched again when they are over.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Exchange } from '../call.js';

export type TokenOutcome =
  /** `fresh`: just fetched, so a refusal of it would not be for its age. */
  | { readonly kind: 'token'; readonly token: string; readonly fresh: boolean }
  | { readonly kind: 'none'; readonly exchange: Exchange };

interface Held {
  readonly token: string;
  readonly scopes: readonly string[];
  /** Clock time in ms from which on it is no longer used. */
  readonly until: number;
}

/** A token is given up this long before its end, so that none expires on its way to the target. */
const MARGIN = 30_000;
const MARGIN_SHARE = 0.1;

/** For replies that name no usable lifetime: their token serves for a while all the same. */
const ASSUMED_LIFETIME_SECONDS = 60;

/** Older tokens are hardly sent any more. */
const MOST_ISSUES = 4096;

export function createClientTokens(clock: Pick<Clock, 'now'>) {
  const held = new Map<string, Held>();
  const scopes = new Map<string, readonly string[]>();
  const hold = (client: string, token: Held): void => {
    held.set(client, token);
    scopes.set(client, token.scopes);
  };
  const issues = new Map<string, number>();
  const fetching = new Map<string, Promise<TokenOutcome>>();

  const good = (client: string): Held | undefined => {
    const token = held.get(client);
    return token && clock.now() < token.until ? token : undefined;
  };
  const fetchFor = async (client: string, ask: () => Promise<Exchange>): Promise<TokenOutcome> => {
    const exchange = await ask();
    const token = tokenIn(exchange);
    if (!token) return { kind: 'none', exchange };
    hold(client, token);
    return { kind: 'token', token: token.token, fresh: true };
  };

  return {
    /** The client's token; `ask` is called when there is none, once for all who wait. */
    get: (client: string, ask: () => Promise<Exchange>): Promise<TokenOutcome> => {
      const token = good(client);
      if (token) return Promise.resolve({ kind: 'token', token: token.token, fresh: false });
      const underWay = fetching.get(client);
      if (underWay) return underWay;
      const begun = fetchFor(client, ask).finally(() => fetching.delete(client));
      fetching.set(client, begun);
      return begun;
    },

    /** Takes the token of a token request that was made for its own sake, unless there is a good one. */
    offer: (client: string, exchange: Exchange) => {
      const token = tokenIn(exchange);
      if (token && !good(client)) hold(client, token);
    },

    /** The scopes that came with the client's last token; none where none are known. */
    scopesOf: (client: string) => scopes.get(client) ?? [],

    /** The token request that brought the token; undefined for a text that never was one, or is long forgotten. */
    issueOf: (token: string) => issues.get(token),
    issued: (token: string, exchange: number) => {
      issues.set(token, exchange);
      const [oldest] = issues.keys();
      if (issues.size > MOST_ISSUES && oldest !== undefined) issues.delete(oldest);
    },

    /** Drops the token after it was refused. */
    forget: (client: string, token: string) => {
      if (held.get(client)?.token === token) held.delete(client);
    },

    /** Drops the client's token, whichever it is. */
    drop: (client: string) => void held.delete(client),
  };
}

/** Also from data that do not quite fit: a wrong `tokenType` is a finding, not a reason to stop everything. */
function tokenIn({ outcome, sentAt }: Exchange): Held | undefined {
  if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS) return undefined;
  const data = outcome.reply.data as
    { accessToken?: unknown; expiresIn?: unknown; scopes?: unknown } | null | undefined;
  const token = data?.accessToken;
  if (typeof token !== 'string' || token === '') return undefined;
  const seconds = data?.expiresIn;
  const lifetime = (typeof seconds === 'number' && seconds > 0 ? seconds : ASSUMED_LIFETIME_SECONDS) * 1000;
  const scopes = Array.isArray(data?.scopes) ? data.scopes.filter((each) => typeof each === 'string') : [];
  return { token, scopes, until: sentAt + lifetime - Math.min(MARGIN, lifetime * MARGIN_SHARE) };
}

// One try of a request over REST: with the access token, and once more with a new one when it was refused.
import { type Answer, readResponse } from './answer.js';
import type { Clock, HttpPort, HttpRequest } from './ports.js';
import type { TokenKeeper } from './tokens.js';
import { within } from './within.js';

export interface Call {
  readonly method: HttpRequest['method'];
  /** Below /svc/v1. */
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
  /** Ms to wait for the response beyond the usual time. */
  readonly patience?: number;
}

/** Rejects when the client is closed. */
export type Rest = (call: Call) => Promise<Answer>;
export type Exchange = (call: Call, token?: string) => Promise<Answer>;

/** How long to wait for a complete response, in ms. */
const PATIENCE = 20_000;

/** The request and its response, and nothing around them. */
export function createExchange(url: string, http: HttpPort, clock: Clock, closing: AbortSignal): Exchange {
  return async ({ method, path, body, key, patience = 0 }, token) => {
    const headers = {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const request = {
      method,
      url: `${url}/svc/v1${path}`,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    };
    try {
      const send = (signal: AbortSignal) => http.send(request, signal);
      return readResponse(await within(PATIENCE + patience, clock, closing, send));
    } catch (error) {
      closing.throwIfAborted();
      return { kind: 'none', message: error instanceof Error ? error.message : String(error) };
    }
  };
}

export function createRest(exchange: Exchange, tokens: TokenKeeper): Rest {
  return async (call) => {
    const first = await tokens.get();
    if (!('value' in first)) return first;
    const answer = await exchange(call, first.value);
    if (answer.kind !== 'reply' || answer.status !== 401) return answer;
    tokens.discard(first);
    const second = await tokens.get();
    return 'value' in second ? exchange(call, second.value) : answer;
  };
}

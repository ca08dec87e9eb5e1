// What a request over REST shows of its sender before anybody has looked at what it asks for.
import { detached } from '../../../kernel/detached.js';
import { bearerOf } from './bearer.js';
import type { Arrival, RestRequest } from './message.js';
import { splitTarget } from './router.js';

export interface Observation {
  /** The access token. */
  readonly bearer: string | undefined;
  /** Query and body; empty when there is neither. */
  readonly told: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly arrival: Arrival | undefined;
}

export function observe({ headers, target, body, arrival }: RestRequest): Observation {
  const [, search] = splitTarget(target);
  return {
    bearer: bearerOf(headers['authorization']),
    told: body === '' ? search : `${search}\n${body}`,
    headers: tellingHeaders(headers),
    arrival,
  };
}

/** Headers by which browsers are known, and those that make a request another one than it seems. */
const TELLING = [
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-user',
  'access-control-request-method',
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
] as const;

/** A client's own words may be long; nothing longer than this is kept. */
const LONGEST_HEADER = 256;

export function tellingHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> | undefined {
  let found: Record<string, string> | undefined;
  for (const name of TELLING) {
    const value = headers[name];
    if (value !== undefined) (found ??= {})[name] = detached(String(value), LONGEST_HEADER);
  }
  return found;
}

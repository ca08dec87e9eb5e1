// Headers that tell something of the client, cut to a length at which they can be kept.
import { detached } from '../../../kernel/detached.js';

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

/** Undefined when there are none. */
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

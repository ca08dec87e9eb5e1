// The access token in the header of a request.

const BEARER = /^Bearer +(\S+) *$/i;

/** Clients send the same header with each request: it is read once, and the token that is found is one text. */
const known = new Map<string, string>();
const MOST_KNOWN = 1000;
/** Longer ones are read each time. */
const LONGEST_KNOWN = 256;

export function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const before = known.get(authorization);
  if (before !== undefined) return before;
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined || authorization.length > LONGEST_KNOWN) return token;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(authorization, token);
  return token;
}

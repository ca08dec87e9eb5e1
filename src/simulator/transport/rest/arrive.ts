// Where REST requests arrive, from a socket or from a program: each gets its origin.
import { detached } from '../../../kernel/compact.js';
import { andThen } from '../../../kernel/maybe-promise.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { MEMORY_LIMITS } from '../../limits/limits.js';
import type { Places } from '../../edge/edge.js';
import type { Place } from '../../edge/edges.js';
import type { Observation, Origins, TrafficLog } from '../traffic-log.js';
import type { ArrivedHandler, RestHandler, RestRequest } from './message.js';
import { contractRouter } from './router.js';

/** @param fromWire the path of the interface that a path on the wire stands for. */
export function createArrival(
  fromWire: Dialect['path'],
  origins: Pick<Origins, 'request'>,
  handle: Place<ArrivedHandler>,
  leaving: Place<Places['leaving']>,
  traffic?: TrafficLog,
): RestHandler {
  const route = contractRouter();
  return (asked) => {
    const { method, headers, body, arrival } = asked;
    const target = fromWire(asked.target);
    const routed = route(method, target);
    const { path, search } = routed;
    const endpoint = 'refusal' in routed ? undefined : routed.endpoint;
    const seen = traffic?.observe(observation(asked, search));
    const origin = origins.request(method, kept(path, target), endpoint, seen);
    if (arrival) arrival.origin = origin;
    const request = { method, target, headers, body, origin, routed, routedTarget: target };
    return andThen(handle.now(request), (reply) => leaving.now(reply, request));
  };
}

function observation({ headers, body, arrival }: RestRequest, search: string): Observation {
  const bearer = bearerOf(headers['authorization']);
  return { bearer, search, body, headers: tellingHeaders(headers), arrival };
}

/** The path for the journal, which keeps it. */
function kept(path: string, target: string): string {
  const { maxJournalPath } = MEMORY_LIMITS;
  return target.length > maxJournalPath ? detached(path, maxJournalPath) : path;
}

// Headers that tell something of the client, cut to a length at which they can be kept.

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
  // Beside an origin it tells whether that is the service itself.
  if (found?.['origin'] !== undefined) found['host'] = detached(String(headers['host']), LONGEST_HEADER);
  return found;
}

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

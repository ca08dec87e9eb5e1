// The REST channel without sockets: a request goes in, finds its route, and a reply comes out. Whatever
// comes in, the answer is an envelope (envelope.json, envelope.bad-input-is-no-500).
import type { EndpointName } from '../../../contract/endpoints.js';
import { credentials } from '../../../contract/schemas/access.js';
import type { RandomStream } from '../../../kernel/random.js';
import type { ServiceResult, Refusal } from '../../service/outcome.js';
import { refusalContent, serviceFailed, successFields } from '../envelope.js';
import type { RestHandler, RestReply, RestRequest } from './message.js';
import { parseBody } from './parse-body.js';
import { invalid, type Route, type RouteContext, written } from './route.js';
import { contractRouter } from './router.js';
import { managingRoutes } from './routes/managing.js';
import { operatingRoutes } from './routes/operating.js';
import { readingRoutes } from './routes/reading.js';

type RoutedEndpoint = Exclude<EndpointName, 'token.create' | 'websocket.open'>;

export interface RestContext extends RouteContext {
  /** Hears of what was thrown while a request was served: a bug, whose caller gets INTERNAL_ERROR. */
  readonly onBug?: (error: unknown) => void;
}

/** @param random for the requestIds of error bodies. */
export function createRestHandler(context: RestContext, random: RandomStream): RestHandler {
  const { service, dialect, onBug } = context;
  const routes: Record<RoutedEndpoint, Route> = {
    ...readingRoutes(context),
    ...operatingRoutes(context),
    ...managingRoutes(context),
  };
  const route = contractRouter();

  const answer = (request: RestRequest): ServiceResult<string> | Promise<ServiceResult<string>> => {
    const found = route(request.method, request.target);
    if ('refusal' in found) return { ok: false, refusal: found.refusal };
    const { endpoint } = found;
    if (endpoint === 'websocket.open') return invalid('This path is opened by a WebSocket upgrade.');
    if (endpoint === 'token.create') return createToken(context, request);
    const caller = service.admit(endpoint, bearerOf(request.headers['authorization']));
    if (!caller.ok) return caller;
    const body = parseBody(request);
    if (!body.ok) return body;
    return routes[endpoint]({
      caller: caller.value,
      parameters: found.parameters,
      search: found.search,
      idempotencyKey: request.headers['idempotency-key'],
      body: body.value,
    });
  };

  return async (request) => {
    try {
      const outcome = await answer(request);
      if (!outcome.ok) return refusalReply(outcome.refusal, dialect, random);
      return { status: 200, headers: {}, body: `{${successFields(outcome.value)}}` };
    } catch (error) {
      onBug?.(error);
      return refusalReply(serviceFailed(), dialect, random);
    }
  };
}

/** The reply to a request that was refused, also by the shell before it got here. */
export function refusalReply(
  refusal: Refusal,
  dialect: RouteContext['dialect'],
  random: RandomStream,
): RestReply {
  const { status, code, message, data } = refusalContent(refusal, dialect);
  return {
    status,
    headers:
      refusal.retryAfterSeconds === undefined ? {} : { 'retry-after': String(refusal.retryAfterSeconds) },
    body: JSON.stringify({ code, message, requestId: `req-${random.token(16)}`, data }),
  };
}

/** Credentials are the interface's own words; no dialect renames them. */
function createToken({ service }: RouteContext, request: RestRequest): ServiceResult<string> {
  const body = parseBody(request);
  if (!body.ok) return body;
  const given = credentials.safeParse(body.value);
  if (!given.success) return invalid('clientId and clientSecret are needed, both strings.');
  return written(service.issueToken(given.data), JSON.stringify);
}

const BEARER = /^Bearer +(\S+) *$/i;

function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}

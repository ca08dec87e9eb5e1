// The REST channel without sockets: a request goes in, finds its route, and a reply comes out. Whatever
// comes in, the answer is an envelope (envelope.json, envelope.bad-input-is-no-500).
import findMyWay from 'find-my-way';
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../../../contract/endpoints.js';
import { credentials } from '../../../contract/schemas/access.js';
import type { RandomStream } from '../../../kernel/random.js';
import type { Outcome, Refusal } from '../../service/outcome.js';
import { refusalContent, successContent } from '../envelope.js';
import type { RestHandler, RestReply, RestRequest } from './message.js';
import { invalid, type Route, type RouteContext } from './route.js';
import { managingRoutes } from './routes/managing.js';
import { operatingRoutes } from './routes/operating.js';
import { readingRoutes } from './routes/reading.js';

type RoutedEndpoint = Exclude<EndpointName, 'token.create' | 'websocket.open'>;

/** @param random for the requestIds of error bodies. */
export function createRestHandler(context: RouteContext, random: RandomStream): RestHandler {
  const { service, dialect } = context;
  const routes: Record<RoutedEndpoint, Route> = {
    ...readingRoutes(context),
    ...operatingRoutes(context),
    ...managingRoutes(context),
  };
  const router = createRouter();

  const answer = async (request: RestRequest): Promise<Outcome<unknown>> => {
    const [path = '', search = ''] = splitTarget(request.target);
    const found = router.find(request.method as 'GET', path);
    const endpoint = found && (found.store as EndpointName);
    if (!endpoint) return notFound();
    if (endpoint === 'websocket.open') return invalid('This path is opened by a WebSocket upgrade.');
    if (endpoint === 'token.create') return createToken(context, request);
    const caller = service.admit(endpoint, bearerOf(request));
    if (!caller.ok) return caller;
    const body = parseBody(request.body);
    if (!body.ok) return body;
    return routes[endpoint]({
      caller: caller.value,
      parameters: found.params,
      query: new URLSearchParams(search),
      idempotencyKey: request.headers['idempotency-key'],
      body: body.value,
    });
  };

  return async (request) => {
    let outcome: Outcome<unknown>;
    try {
      outcome = await answer(request);
    } catch {
      // A bug of the simulator; the caller still gets an envelope, and the journal the reply.
      outcome = { ok: false, refusal: { code: 'INTERNAL_ERROR', message: 'The service failed.' } };
    }
    if (outcome.ok) return { status: 200, headers: {}, body: JSON.stringify(successContent(outcome.value)) };
    return refusalReply(outcome.refusal, dialect, random);
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

function createRouter(): findMyWay.Instance<findMyWay.HTTPVersion.V1> {
  const unused = (): void => undefined;
  const router = findMyWay({ maxParamLength: 1024, onBadUrl: unused });
  for (const name of ENDPOINT_NAMES) {
    const { method, path } = ENDPOINTS[name];
    router.on(method, path.replace(/\{(\w+)\}/g, ':$1'), unused, name);
  }
  return router;
}

/** Credentials are the interface's own words; no dialect renames them. */
function createToken({ service }: RouteContext, request: RestRequest): Outcome<unknown> {
  const body = parseBody(request.body);
  if (!body.ok) return body;
  const given = credentials.safeParse(body.value);
  if (!given.success) return invalid('clientId and clientSecret are needed, both strings.');
  return service.issueToken(given.data);
}

function parseBody(text: string): Outcome<unknown> {
  if (text === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return invalid('The body is not JSON.');
  }
}

function bearerOf(request: RestRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers['authorization'] ?? '')?.[1];
}

function splitTarget(target: string): [string, string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

function notFound(): Outcome<never> {
  return { ok: false, refusal: { code: 'NOT_FOUND', message: 'There is no such endpoint.' } };
}

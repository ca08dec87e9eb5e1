// The REST channel without sockets: takes a request, finds its route and gives the reply. The answer to any
// request is an envelope (envelope.json, envelope.bad-input-is-no-500).
import {
  type Endpoint,
  type EndpointName,
  ENDPOINTS,
  OPERATING_ENDPOINTS,
  type OperatingEndpoint,
} from '../../../contract/endpoints.js';
import { PATH_PREFIX } from '../../../contract/limits.js';
import { credentials } from '../../../contract/schemas/access.js';
import { ofRecentTexts } from '../../../kernel/recent-texts.js';
import type { RandomStream } from '../../../kernel/random.js';
import { andThen, caught, type MaybePromise } from '../../../kernel/maybe-promise.js';
import type { Refusal, ServiceResult } from '../../service/outcome.js';
import { callerFrom } from '../../service/service.js';
import {
  commandData,
  decodedInput,
  invalid,
  refusalContent,
  type Route,
  type RouteContext,
  type RouteInput,
  SERVICE_FAILED,
  successFields,
  unreadable,
  written,
} from '../envelope.js';
import type { ServerParts } from '../server-parts.js';
import { bearerOf } from './arrive.js';
import {
  type ArrivedHandler,
  type ArrivedRequest,
  type Body,
  createLongBody,
  type RestReply,
  type RestRequest,
  type WholeReply,
} from './message.js';
import { contractRouter, type Routed } from './router.js';
import { readingRoutes } from './reading.js';
import { readJson } from '../../../kernel/json-limits.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import type { Operation } from '../../../contract/operations.js';
import { decodeOperationRequest } from '../../../dialect/dialect.js';

type RoutedEndpoint = Exclude<EndpointName, 'token.create' | 'websocket.open'>;

export type RestContext = Pick<ServerParts, 'service' | 'dialect' | 'onBug'>;

const NO_HEADERS: RestReply['headers'] = {};

function createEnvelopes(): (data: Body) => Body {
  const short = ofRecentTexts((data) => `{${successFields(data)}}`);
  return (data) => {
    if (typeof data === 'string') return short(data);
    return createLongBody(function* parts() {
      yield `{${successFields('')}`;
      yield* data.parts();
      yield '}';
    });
  };
}

/** @param random for the requestIds of error bodies. */
export function createRestHandler(context: RestContext, random: RandomStream): ArrivedHandler {
  const { service, dialect, onBug } = context;
  const routes: Record<RoutedEndpoint, Route> = {
    ...readingRoutes(context),
    ...operatingRoutes(context),
    ...managingRoutes(context),
  };
  const route = contractRouter();
  const envelope = createEnvelopes();

  const answer = (request: ArrivedRequest, found: Routed): ReturnType<Route> => {
    if ('refusal' in found) {
      const prefix = dialect.path(PATH_PREFIX);
      if (prefix === PATH_PREFIX || found.path.startsWith(`${PATH_PREFIX}/`))
        return { ok: false, refusal: found.refusal };
      return { ok: false, refusal: { code: 'NOT_FOUND', message: `All paths begin with ${prefix}.` } };
    }
    const { endpoint } = found;
    const { feature }: Endpoint = ENDPOINTS[endpoint];
    if (feature && dialect.without.has(feature)) {
      return { ok: false, refusal: { code: 'NOT_FOUND', message: 'There is no such endpoint.' } };
    }
    if (endpoint === 'websocket.open') return invalid('This path is opened by a WebSocket upgrade.');
    if (endpoint === 'token.create') return createToken(context, request);
    return andThen(service.admit(endpoint, bearerOf(request.headers['authorization'])), (admitted) => {
      if (!admitted.ok) return admitted;
      const body = parseBody(request);
      if (!body.ok) return body;
      return routes[endpoint]({
        caller: callerFrom(admitted.value, request.origin),
        parameters: found.parameters,
        search: found.search,
        idempotencyKey: request.headers['idempotency-key'],
        body: body.value,
      });
    });
  };

  const refuse = (refusal: Refusal): RestReply => refusalReply(refusal, dialect, random);

  const reply = (outcome: ServiceResult<Body>): RestReply =>
    outcome.ok
      ? { status: 200, headers: NO_HEADERS, body: envelope(outcome.value) }
      : refuse(outcome.refusal);
  const fail = (error: unknown): RestReply => {
    onBug?.(error);
    return refuse(SERVICE_FAILED);
  };

  return (request) => {
    const { method, target, routed, routedTarget } = request;
    const found = (): Routed => (target === routedTarget ? routed : route(method, target));
    return caught(() => andThen(answer(request, found()), reply), fail);
  };
}

/** The reply to a request that was refused, also by the shell before it got here. */
export function refusalReply(
  refusal: Refusal,
  dialect: RouteContext['dialect'],
  random: RandomStream,
): WholeReply {
  const { status, code, message, data } = refusalContent(refusal, dialect);
  return {
    status,
    headers:
      refusal.retryAfterSeconds === undefined ? {} : { 'retry-after': String(refusal.retryAfterSeconds) },
    body: JSON.stringify({ code, message, requestId: `req-${random.token(16)}`, data }),
    refusal,
  };
}

/** The fields of credentials and tokens are fixed by the interface; a dialect does not rename them. */
function createToken(
  { service, dialect }: RouteContext,
  request: ArrivedRequest,
): MaybePromise<ServiceResult<string>> {
  const body = parseBody(request);
  if (!body.ok) return body;
  const given = credentials.safeParse(body.value);
  if (!given.success) return invalid('clientId and clientSecret are needed, both strings.');
  return andThen(service.issueToken(given.data, request.origin), (issued) =>
    written(issued, (token) =>
      JSON.stringify({ ...token, expiresIn: Math.floor(token.expiresIn / dialect.lifetimeUnit) }),
    ),
  );
}

// The body of a request as JSON. GET and DELETE have none; a body that comes with them is ignored.

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

/** The parsed body; undefined when there is none. */
function parseBody({ method, headers, body }: RestRequest): ServiceResult<unknown> {
  if (body === '' || method === 'GET' || method === 'DELETE') return { ok: true, value: undefined };
  const type = headers['content-type'];
  // Without a Content-Type the body is read as JSON; with one of another type it is refused.
  if (type !== undefined && !JSON_TYPE.test(type)) {
    return invalid('A body is JSON: Content-Type: application/json.');
  }
  const read = readJson(body, JSON_LIMITS);
  return read.ok ? read : { ok: false, refusal: unreadable('body', read.why) };
}

// Endpoints that create a command of an operation.

function operatingRoutes({ service, dialect }: RouteContext): Record<OperatingEndpoint, Route> {
  const operating =
    (read: (input: RouteInput) => ServiceResult<Operation>): Route =>
    (input) => {
      if (input.idempotencyKey !== undefined && !isKey(input.idempotencyKey)) {
        return invalid(`An Idempotency-Key has 1 to ${LONGEST_KEY} characters.`);
      }
      const operation = read(input);
      if (!operation.ok) return operation;
      const request = {
        deviceId: input.parameters['deviceId'] ?? '',
        operation: operation.value,
        idempotencyKey: input.idempotencyKey,
      };
      return andThen(service.operate(input.caller, request), (outcome) =>
        written(outcome, (command) => commandData(dialect, command)),
      );
    };

  const routes = OPERATING_ENDPOINTS.map((endpoint) => [
    endpoint,
    operating(({ body, parameters }) => {
      const request = { body, index: parameters['index'] ?? '' };
      const operation = decodeOperationRequest(dialect, endpoint, request);
      if (operation === 'no index') return invalid('The relay index of the path is no index.');
      return decodedInput(operation);
    }),
  ]);
  return Object.fromEntries(routes) as Record<OperatingEndpoint, Route>;
}

const LONGEST_KEY = 256;

function isKey(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_KEY;
}

// Endpoints that manage devices, and the one that creates tickets.

function managingRoutes({
  service,
  dialect,
}: RouteContext): Record<'devices.add' | 'devices.remove' | 'devices.password' | 'ticket.create', Route> {
  const { shapes } = dialect;
  return {
    'devices.add': ({ caller, body }) => {
      const addition = decodedInput(shapes.deviceAddition.decode(body));
      if (!addition.ok) return addition;
      const { serial, deviceId = serial ?? '', profileId = service.usualProfile, ...rest } = addition.value;
      return andThen(service.addDevice(caller, { ...rest, deviceId, profileId }), (outcome) =>
        written(outcome, (device) => shapes.deviceAdded.write({ device })),
      );
    },
    'devices.remove': ({ caller, parameters }) =>
      empty(service.removeDevice(caller, parameters['deviceId'] ?? '')),
    'devices.password': ({ caller, parameters, body }) => {
      const change = decodedInput(shapes.passwordChange.decode(body));
      if (!change.ok) return change;
      return empty(service.changePassword(caller, parameters['deviceId'] ?? '', change.value));
    },
    'ticket.create': ({ caller }) =>
      andThen(service.issueTicket(caller), (issued) => written(issued, shapes.ticket.write)),
  };
}

function empty(change: MaybePromise<ServiceResult<undefined>>): MaybePromise<ServiceResult<string>> {
  return andThen(change, (outcome) => written(outcome, () => '{}'));
}

// A call as a REST request: endpoint, headers and body, in the names of the dialect.
import { defined } from '../../../kernel/defined.js';
import type { HttpRequest } from '../transport.js';
import { type EndpointName, endpointOf, ENDPOINTS, pathOf } from '../../../contract/endpoints.js';
import { type Codec, type Dialect, encodeOperationRequest } from '../../../dialect/dialect.js';
import { assert, AssertionError } from '../../../kernel/assert.js';
import type { RequestFacts } from '../../../trace/record.js';
import { type Call, writable } from '../call.js';
import { ENDPOINT_OF } from '../promises.js';
import { secretLike, shownSecret } from '../secret-like.js';
import type { ClientProfile } from '../../profile/profile.js';
import type { RequestTopic } from '../../../contract/topics.js';
import { isObject } from '../../../kernel/json.js';
import { parseJson } from './read-reply.js';
import type { Operation } from '../../../contract/operations.js';

export interface PreparedRest extends HttpRequest {
  readonly facts: RequestFacts;
  /** The body as the trace shows it. */
  readonly shown?: unknown;
}

const ACCEPT = { accept: 'application/json' };
const CONTENT = { 'content-type': 'application/json' };

export function restRequest(dialect: Dialect, given: Call, caller: ClientProfile): PreparedRest {
  const call = writable(dialect, given);
  switch (call.name) {
    case 'createToken': {
      const clientId = call.clientId ?? caller.clientId;
      const right = caller.clientSecret;
      const clientSecret = call.clientSecret ?? secretLike(right, call.secretLike);
      const sent = { clientSecret, like: call.secretLike, isOwn: clientId === caller.clientId };
      return to('token.create', {
        body: { clientId, clientSecret },
        shown: { clientId, clientSecret: shownSecret(right, sent) },
      });
    }
    case 'listDevices':
      return to('devices.list', { query: pageQuery(dialect, call) });
    case 'refresh':
    case 'readConfig':
    case 'removeDevice':
      return to(ENDPOINT_OF[call.name], { deviceId: call.deviceId });
    case 'readCommand':
      return to('commands.read', { commandId: call.commandId });
    case 'listProfiles':
    case 'createTicket':
      return to(ENDPOINT_OF[call.name], {});
    case 'operate':
      return operationRequest(dialect, call);
    case 'addDevice': {
      const { deviceAddition } = dialect.shapes;
      // Where the server chooses the identifier, the device is named by its serial number.
      const named = dialect.namesDevices === 'server' ? { serial: call.addition.deviceId } : {};
      const addition = { ...named, ...call.addition };
      const shown = deviceAddition.encode({ ...addition, password: '<password>' });
      return to('devices.add', { body: deviceAddition.encode(addition), shown });
    }
    case 'changePassword': {
      const { passwordChange } = dialect.shapes;
      const shown = { currentPassword: '<password>', newPassword: '<new password>' };
      return to('devices.password', {
        deviceId: call.deviceId,
        body: passwordChange.encode(call.change),
        shown: passwordChange.encode(shown),
      });
    }
    case 'http':
      return requestByHand(call);
    case 'ping':
    case 'frame':
      return assert(false, `a ${call.name} does not travel over REST`) as never;
  }
}

interface Parts {
  readonly deviceId?: string;
  readonly commandId?: string;
  readonly index?: string;
  readonly query?: string;
  readonly body?: object;
  readonly shown?: object;
  readonly operation?: Operation;
  readonly idempotencyKey?: string | undefined;
  readonly respelled?: boolean;
}

function to(endpoint: EndpointName, parts: Parts): PreparedRest {
  const { deviceId = '', commandId = '', index = '', query = '', body, shown = body, operation } = parts;
  const key = parts.idempotencyKey;
  return {
    facts: defined({
      what: endpoint,
      deviceId: parts.deviceId,
      commandId: parts.commandId,
      operation,
      idempotencyKey: key,
    }),
    method: ENDPOINTS[endpoint].method,
    path: pathOf(endpoint, { deviceId, commandId, index }) + query,
    headers: {
      ...ACCEPT,
      ...(body === undefined ? {} : CONTENT),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: parts.respelled ? respelled(body) : JSON.stringify(body), shown }),
  };
}

function pageQuery({ paging }: Dialect, call: Extract<Call, { name: 'listDevices' }>): string {
  const query = new URLSearchParams();
  if (call.limit !== undefined) query.set(paging.limit, String(call.limit));
  if (call.cursor !== undefined) query.set(paging.cursor, call.cursor);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function operationRequest(dialect: Dialect, call: Extract<Call, { name: 'operate' }>): PreparedRest {
  const { deviceId, operation, idempotencyKey, compatibility = false, respelled: differently = false } = call;
  const endpoint = endpointOf(operation.name, { deprecated: compatibility });
  const request = encodeOperationRequest(dialect, endpoint, operation);
  const asked = asWritten(dialect, operation);
  return to(endpoint, { deviceId, operation: asked, idempotencyKey, respelled: differently, ...request });
}

function requestByHand({
  method,
  path,
  headers = {},
  body,
  bodyAs,
}: Extract<Call, { name: 'http' }>): PreparedRest {
  return {
    facts: { what: 'raw' },
    method,
    path,
    headers: isNamed(headers, 'accept') ? headers : { ...ACCEPT, ...headers },
    ...(body === undefined ? {} : { body, shown: shortened(body), ...(bodyAs && { bodyAs }) }),
  };
}

function isNamed(headers: Readonly<Record<string, string>>, wanted: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}

/** Of a body that is too large on purpose, the trace shows the beginning. */
const MOST_SHOWN = 4096;

function shortened(body: string): string {
  if (body.length <= MOST_SHOWN) return body;
  return `${body.slice(0, MOST_SHOWN).trimEnd()} … (${body.length} characters)`;
}

// A call as a WebSocket frame: topic and data, in the names of the dialect.

export interface PreparedFrame {
  readonly facts: RequestFacts;
  readonly text: string;
  /** The frame as the trace shows it. */
  readonly shown: unknown;
  /** Undefined when a frame written by hand has none. */
  readonly requestId?: string;
}

export function prepareFrame(dialect: Dialect, given: Call, requestId: string): PreparedFrame {
  const call = writable(dialect, given);
  const frame = (topic: RequestTopic, data: object, facts: Omit<RequestFacts, 'what'>): PreparedFrame => {
    const shown = dialect.shapes.wsRequest.encode({ topic, requestId, data });
    return { facts: { what: topic, ...facts }, text: JSON.stringify(shown), shown, requestId };
  };
  switch (call.name) {
    case 'ping':
      return frame('session.ping', {}, {});
    case 'refresh': {
      const { deviceId } = call;
      return frame('device.state.get', dialect.shapes.stateRequest.encode({ deviceId }), { deviceId });
    }
    case 'operate': {
      const { deviceId, operation, idempotencyKey } = call;
      const key = idempotencyKey === undefined ? {} : { idempotencyKey };
      const data = dialect.executeRequest.encode({ deviceId, operation, ...key });
      const asked = asWritten(dialect, operation);
      const request = frame('device.operation.execute', data, { deviceId, operation: asked, ...key });
      return call.respelled ? { ...request, text: respelled(request.shown) } : request;
    }
    case 'frame':
      return frameByHand(dialect, call.text);
    default:
      throw new AssertionError(`a ${call.name} does not travel over WebSocket`);
  }
}

function frameByHand(dialect: Dialect, text: string): PreparedFrame {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : text;
  const requestId = parsed.ok ? requestIdIn(dialect, parsed.value) : undefined;
  return { facts: { what: 'raw' }, text, shown: value, ...defined({ requestId }) };
}

/** The name of the field is fixed by the interface, but a dialect may put it into an object. */
function requestIdIn(dialect: Dialect, frame: unknown): string | undefined {
  const decoded = dialect.shapes.wsRequest.decode(frame);
  if (decoded.ok) return decoded.value.requestId;
  const given = isObject(frame) ? frame['requestId'] : undefined;
  return typeof given === 'string' ? given : undefined;
}

// What of an operation the wire can say: a dialect may have no place for a timeout, or write durations in tenths.

/** The operation as the target can have read it. The judge must not reckon with what was never sent. */
export function asWritten(dialect: Dialect, operation: Operation): Operation {
  // Which codec belongs to which parameters, the compiler cannot follow through a table.
  const codec: Codec<never> = dialect.operationParams(operation.name);
  const read = codec.decode(codec.encode(operation.params as never));
  return read.ok ? { name: operation.name, params: read.value } : operation;
}

// JSON that says the same in another spelling: members of objects in the opposite order, and white space between all.

function respelled(value: unknown): string {
  return JSON.stringify(
    value,
    (_, each: unknown) => (isObject(each) ? Object.fromEntries(Object.entries(each).toReversed()) : each),
    2,
  );
}

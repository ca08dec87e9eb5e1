// A call as a REST request: endpoint, headers and body, in the names of the dialect.
import type { HttpRequest } from '../transport.js';
import { type EndpointName, endpointOf, ENDPOINTS, pathOf } from '../../../contract/endpoints.js';
import type { Operation } from '../../../contract/schemas/command.js';
import { type Dialect, encodeOperationRequest } from '../../../dialect/dialect.js';
import { assert, unreachable } from '../../../kernel/assert.js';
import type { RequestFacts } from '../../../trace/record.js';
import { type Call, writable } from '../call.js';
import { secretLike, shownSecret } from '../secret-like.js';
import { asWritten } from './as-written.js';
import { respelled } from './respell.js';
import type { ClientProfile } from '../../profile/profile.js';

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
      return to('devices.read', { deviceId: call.deviceId });
    case 'readConfig':
      return to('devices.config', { deviceId: call.deviceId });
    case 'listProfiles':
      return to('profiles.list', {});
    case 'readCommand':
      return to('commands.read', { commandId: call.commandId });
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
    case 'removeDevice':
      return to('devices.remove', { deviceId: call.deviceId });
    case 'changePassword': {
      const { passwordChange } = dialect.shapes;
      const shown = { currentPassword: '<password>', newPassword: '<new password>' };
      return to('devices.password', {
        deviceId: call.deviceId,
        body: passwordChange.encode(call.change),
        shown: passwordChange.encode(shown),
      });
    }
    case 'createTicket':
      return to('ticket.create', {});
    case 'http':
      return byHand(call);
    case 'ping':
    case 'frame':
      return assert(false, `a ${call.name} does not travel over REST`) as never;
    default:
      return unreachable(call);
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
    facts: {
      what: endpoint,
      ...(parts.deviceId === undefined ? {} : { deviceId }),
      ...(parts.commandId === undefined ? {} : { commandId }),
      ...(operation === undefined ? {} : { operation }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    },
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

function byHand({ method, path, headers = {}, body, bodyAs }: Extract<Call, { name: 'http' }>): PreparedRest {
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

// Requests and frames in the one form in which the interface and the dialect write them: exactly one reading.
import {
  type EndpointName,
  ENDPOINT_NAMES,
  ENDPOINTS,
  isOperatingEndpoint,
} from '../../../contract/endpoints.js';
import { assert } from '../../../kernel/assert.js';
import { ofRecentTexts } from '../../../kernel/recent-texts.js';
import { decodeOperationRequest, type Dialect, encodeOperationRequest } from '../../../dialect/dialect.js';
import type { HttpRequest } from '../../target/transport.js';
import type { Effect } from './effect.js';
import { beforeFirstEffects, operationEffects } from './operation-effects.js';
import { plainJson, same } from './plain-json.js';
import { urlPart } from '../../../kernel/url-part.js';
import { keptIn } from '../../../kernel/kept-in.js';

type MessageOfHttp = Pick<HttpRequest, 'method' | 'path' | 'headers'> & { readonly body: string | undefined };

/** What messages in that form do; undefined for a message that is not in it. */
export interface NormalMessages {
  request(request: MessageOfHttp): readonly Effect[] | undefined;
  frame(text: string): readonly Effect[] | undefined;
}

/** What a text says in a dialect is the same at every gate, and a search for programs has thousands of gates. */
const known = new WeakMap<Dialect, NormalMessages>();

export function normalMessages(dialect: Dialect): NormalMessages {
  return keptIn(known, dialect, () => readerOf(dialect));
}

function readerOf(dialect: Dialect): NormalMessages {
  // A request is looked at when it is meant, before it is recorded, and when it leaves: it is read once.
  const request = ofRecentTexts((text) => {
    const [method, path, body] = JSON.parse(text) as [string, string, string?];
    return effectsOf(dialect, { method, path, body });
  });
  return {
    request: ({ headers, method, path, body }) =>
      hasUsualHeaders(headers)
        ? request(JSON.stringify(body === undefined ? [method, path] : [method, path, body]))
        : undefined,
    frame: ofRecentTexts((text) => readFrame(dialect, text)),
  };
}

function effectsOf(
  dialect: Dialect,
  { method, path: whole, body }: Pick<HttpRequest, 'method' | 'path'> & { readonly body: string | undefined },
): readonly Effect[] | undefined {
  const [path = '', query, ...more] = whole.split('?');
  if (more.length > 0) return undefined;
  const place = placeOf(method, path);
  if (!place) return undefined;
  if (query !== undefined && !(place.endpoint === 'devices.list' && isPaging(dialect, query)))
    return undefined;
  return effectsAt(dialect, place, body);
}

const USUAL_HEADERS: Readonly<Record<string, RegExp>> = {
  accept: /^(application\/json|\*\/\*)$/,
  'content-type': /^application\/json(; ?charset=utf-8)?$/,
  'idempotency-key': /^[\x21-\x7e]*$/,
  authorization: /^[\x20-\x7e]*$/,
};

function hasUsualHeaders(headers: Readonly<Record<string, string>>): boolean {
  const seen = new Set<string>();
  return Object.entries(headers).every(([name, value]) => {
    const lower = name.toLowerCase();
    const twice = seen.has(lower);
    seen.add(lower);
    return !twice && (USUAL_HEADERS[lower]?.test(value) ?? false);
  });
}

interface Place {
  readonly endpoint: EndpointName;
  readonly deviceId: string;
  readonly index: string;
}

const TEMPLATES: readonly (readonly [EndpointName, readonly string[]])[] = ENDPOINT_NAMES.map((name) => [
  name,
  ENDPOINTS[name].path.split('/'),
]);

function placeOf(method: string, path: string): Place | undefined {
  const segments = path.split('/');
  for (const [endpoint, template] of TEMPLATES) {
    if (ENDPOINTS[endpoint].method !== method || template.length !== segments.length) continue;
    const given: Record<string, string> = {};
    const fits = template.every((part, at) => {
      const segment = segments[at] ?? '';
      if (!part.startsWith('{')) return part === segment;
      const value = plainSegment(segment);
      if (value === undefined) return false;
      given[part.slice(1, -1)] = value;
      return true;
    });
    if (fits) return { endpoint, deviceId: given['deviceId'] ?? '', index: given['index'] ?? '' };
  }
  return undefined;
}

/** What the segment stands for, where it is written as `encodeURIComponent` writes it, and is no `..` or empty. */
function plainSegment(segment: string): string | undefined {
  try {
    const value = decodeURIComponent(segment);
    return urlPart(value) === segment && /[^.]/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPaging({ paging }: Dialect, query: string): boolean {
  const names = query.split('&').map((pair) => pair.split('=')[0] ?? '');
  return (
    new Set(names).size === names.length &&
    names.every((name) => name === paging.limit || name === paging.cursor) &&
    new URLSearchParams(query).toString() === query
  );
}

function effectsAt(
  dialect: Dialect,
  { endpoint, deviceId, index }: Place,
  text: string | undefined,
): readonly Effect[] | undefined {
  if (endpoint === 'token.create') return isCredentials(text) ? [{ kind: 'session' }] : undefined;
  if (isOperatingEndpoint(endpoint)) {
    const body = plainJson(text ?? '');
    const operation = body && decodeOperationRequest(dialect, endpoint, { body: body.value, index });
    if (!operation || operation === 'no index') return undefined;
    if (!operation.ok)
      return endpoint === 'relays.set' ? beforeFirstEffects(dialect, deviceId, body.value) : undefined;
    const again = encodeOperationRequest(dialect, endpoint, operation.value);
    if (!same(again.body, body.value) || (again.index ?? '') !== index) return undefined;
    return operationEffects(deviceId, operation.value);
  }
  if (endpoint === 'devices.add') {
    const addition = decoded(dialect.shapes.deviceAddition, text);
    return addition && [{ kind: 'manage', deviceId: addition.deviceId ?? addition.serial ?? '', adds: true }];
  }
  if (endpoint === 'devices.password')
    return decoded(dialect.shapes.passwordChange, text) && [{ kind: 'manage', deviceId, adds: false }];
  if (text !== undefined) return undefined;
  if (endpoint === 'devices.remove') return [{ kind: 'manage', deviceId, adds: false }];
  if (endpoint === 'devices.read') return [{ kind: 'refresh', deviceId }];
  assert(HARMLESS.has(endpoint), `the gate knows what ${endpoint} does`);
  return [{ kind: endpoint === 'ticket.create' || endpoint === 'websocket.open' ? 'session' : 'read' }];
}

const HARMLESS: ReadonlySet<EndpointName> = new Set([
  'devices.list',
  'devices.config',
  'profiles.list',
  'commands.read',
  'ticket.create',
  'websocket.open',
]);

function isCredentials(text: string | undefined): boolean {
  const body = plainJson(text ?? '')?.value;
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const names = fields.flatMap(([name, value]) => (typeof value === 'string' ? name : []));
  return fields.length === 2 && names.includes('clientId') && names.includes('clientSecret');
}

interface Shape<T> {
  encode(value: T): object;
  decode(wire: unknown): { readonly ok: true; readonly value: T } | { readonly ok: false };
}

/** The value of a body that says nothing beside it. */
function decoded<T>(shape: Shape<T>, text: string | undefined): T | undefined {
  const body = plainJson(text ?? '');
  const value = body && shape.decode(body.value);
  return value?.ok && same(shape.encode(value.value), body?.value) ? value.value : undefined;
}

function readFrame(dialect: Dialect, text: string): readonly Effect[] | undefined {
  const frame = plainJson(text);
  const request = frame && dialect.shapes.wsRequest.decode(frame.value);
  if (!request?.ok || !same(dialect.shapes.wsRequest.encode(request.value), frame?.value)) return undefined;
  const { topic, data } = request.value;
  switch (topic) {
    case 'session.ping':
      return data === undefined || same(data, {}) ? [{ kind: 'session' }] : undefined;
    case 'device.state.get': {
      const state = dialect.shapes.stateRequest.decode(data);
      if (!state.ok || !same(dialect.shapes.stateRequest.encode(state.value), data)) return undefined;
      return [{ kind: 'refresh', deviceId: state.value.deviceId }];
    }
    case 'device.operation.execute': {
      const execute = dialect.executeRequest.decode(data);
      if (!execute.ok) return beforeFirst(dialect, data);
      if (!same(dialect.executeRequest.encode(execute.value), data)) return undefined;
      return operationEffects(execute.value.deviceId, execute.value.operation);
    }
    default:
      return undefined;
  }
}

function beforeFirst(dialect: Dialect, data: unknown): readonly Effect[] | undefined {
  const { executeRequest } = dialect.shapes;
  const frame = executeRequest.decode(data);
  if (!frame.ok || frame.value.operation.name !== 'device.relay.set') return undefined;
  if (!same(executeRequest.encode(frame.value), data)) return undefined;
  return beforeFirstEffects(dialect, frame.value.deviceId, frame.value.operation.params);
}

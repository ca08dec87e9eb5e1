// What a call would do to a device, also when it is written by hand.
import { type EndpointName, ENDPOINTS, isOperatingEndpoint } from '../../contract/endpoints.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { Dialect } from '../../dialect/dialect.js';
import { decodeOperationRequest } from '../../dialect/operation-requests.js';
import type { Call } from '../target/call.js';
import { parseJson } from '../target/driver/parse-json.js';

export type Intent =
  | { readonly kind: 'none' }
  | { readonly kind: 'operate'; readonly deviceId: string; readonly operation: Operation }
  /** A body that the dialect cannot read, at an endpoint that switches: malformed, or read by nobody else. */
  | { readonly kind: 'unclear'; readonly deviceId: string }
  | { readonly kind: 'manage'; readonly deviceId: string };

const NONE: Intent = { kind: 'none' };

export function intentOf(dialect: Dialect, call: Call): Intent {
  switch (call.name) {
    case 'operate':
      return { kind: 'operate', deviceId: call.deviceId, operation: call.operation };
    case 'addDevice':
      return { kind: 'manage', deviceId: call.addition.deviceId };
    case 'removeDevice':
    case 'changePassword':
      return { kind: 'manage', deviceId: call.deviceId };
    case 'http':
      return call.method.toUpperCase() === 'GET' ? NONE : requestIntent(dialect, call.path, call.body ?? '');
    case 'frame':
      return frameIntent(dialect, call.text);
    default:
      return NONE;
  }
}

/** Whatever the method: a lenient server may take a PUT for a POST. */
function requestIntent(dialect: Dialect, path: string, body: string): Intent {
  const at = endpointAt(path);
  if (!at) return NONE;
  const { endpoint, deviceId } = at;
  const json = parseJson(body);
  const wire = json.ok ? json.value : undefined;
  if (endpoint === 'devices.add') {
    const addition = dialect.shapes.deviceAddition.decode(wire);
    return addition.ok ? { kind: 'manage', deviceId: addition.value.deviceId } : NONE;
  }
  if (endpoint === 'devices.remove' || endpoint === 'devices.password') return { kind: 'manage', deviceId };
  if (!isOperatingEndpoint(endpoint)) return { kind: 'unclear', deviceId };
  const operation = decodeOperationRequest(dialect, endpoint, { body: wire, index: at.index });
  return operation !== 'no index' && operation.ok
    ? { kind: 'operate', deviceId, operation: operation.value }
    : { kind: 'unclear', deviceId };
}

function frameIntent(dialect: Dialect, text: string): Intent {
  const json = parseJson(text);
  const frame = json.ok ? dialect.shapes.wsRequest.decode(json.value) : undefined;
  if (!frame?.ok || frame.value.topic !== 'device.operation.execute') return NONE;
  const request = dialect.executeRequest.decode(frame.value.data);
  if (request.ok)
    return { kind: 'operate', deviceId: request.value.deviceId, operation: request.value.operation };
  const named = dialect.shapes.stateRequest.decode(frame.value.data);
  return named.ok ? { kind: 'unclear', deviceId: named.value.deviceId } : NONE;
}

interface Place {
  readonly endpoint: EndpointName;
  readonly deviceId: string;
  readonly index: string;
}

/** The endpoints that change something on a device or in the list of devices. */
const CHANGING: readonly (readonly [EndpointName, RegExp])[] = Object.entries(ENDPOINTS)
  .filter(([, { access }]) => access !== 'device:read' && access.startsWith('device:'))
  .map(([name, { path }]) => [
    name as EndpointName,
    new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?(?:\\?|$)`),
  ]);

/** `POST /devices/x` is no endpoint, but `DELETE` has that path: it counts as what it could be at worst. */
function endpointAt(path: string): Place | undefined {
  for (const [endpoint, pattern] of CHANGING) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { deviceId = '', index = '' } = match.groups ?? {};
    return { endpoint, deviceId: decoded(deviceId), index };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

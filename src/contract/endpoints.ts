// The sixteen endpoints (interface: REST endpoints). Paths use `{name}` for parameters.
import { assert } from '../kernel/assert.js';
import { PATH_PREFIX, WEBSOCKET_PATH } from './limits.js';
import type { Feature } from './features.js';
import type { OperationName, OperationShapes } from './operations.js';
import type { Scope } from './scopes.js';
import { urlPart } from '../kernel/url-part.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a quota counts together; refresh and control are the strict ones (limits.control-stricter). */
export const QUOTA_CLASSES = [
  'token',
  'query',
  'refresh',
  'control',
  'manage',
  'ticket',
  'connect',
  'message',
] as const;
export type QuotaClass = (typeof QUOTA_CLASSES)[number];

export interface Endpoint {
  readonly method: HttpMethod;
  readonly path: string;
  /** The permission, `token` for any valid access token, `none`, or `ticket` for the upgrade. */
  readonly access: Scope | 'none' | 'token' | 'ticket';
  readonly quota: QuotaClass;
  /** The operation whose command the endpoint creates. */
  readonly operation?: OperationName;
  /** The shape of its body, where that is not the parameters of the operation: the path names the relay. */
  readonly body?: keyof OperationShapes;
  /** It is planned for removal, and another endpoint takes its place. */
  readonly deprecated?: true;
  /** What a server that does not have the endpoint is without. */
  readonly feature?: Feature;
  readonly summary: string;
}

export const ENDPOINTS = {
  'token.create': {
    method: 'POST',
    path: `${PATH_PREFIX}/auth/token`,
    access: 'none',
    quota: 'token',
    summary: 'Exchanges client credentials for an access token',
  },
  'devices.list': {
    method: 'GET',
    path: `${PATH_PREFIX}/devices`,
    access: 'device:read',
    quota: 'query',
    summary: 'Lists the devices that the API client may access',
  },
  'devices.read': {
    method: 'GET',
    path: `${PATH_PREFIX}/devices/{deviceId}`,
    access: 'device:read',
    quota: 'refresh',
    summary: 'Refreshes one device and returns its state',
  },
  'devices.config': {
    method: 'GET',
    path: `${PATH_PREFIX}/devices/{deviceId}/config`,
    access: 'device:read',
    quota: 'query',
    summary: 'Reads jog durations and the RS485 baud rate',
  },
  'profiles.list': {
    method: 'GET',
    path: `${PATH_PREFIX}/device-profiles`,
    access: 'device:read',
    quota: 'query',
    feature: 'device-profiles',
    summary: 'Lists the device profiles',
  },
  'commands.read': {
    method: 'GET',
    path: `${PATH_PREFIX}/commands/{commandId}`,
    access: 'device:read',
    quota: 'query',
    summary: 'Reads a command and its outcome',
  },
  'relays.set': {
    method: 'POST',
    path: `${PATH_PREFIX}/devices/{deviceId}/relays/commands`,
    access: 'device:control',
    quota: 'control',
    operation: 'device.relay.set',
    summary: 'Controls several relays of one device',
  },
  'relays.set-one': {
    method: 'POST',
    path: `${PATH_PREFIX}/devices/{deviceId}/relays/{index}/commands`,
    access: 'device:control',
    quota: 'control',
    operation: 'device.relay.set',
    body: 'singleRelayBody',
    deprecated: true,
    feature: 'compatibility-endpoint',
    summary: 'Controls one relay; a compatibility endpoint that is planned for removal',
  },
  'rs485.transceive': {
    method: 'POST',
    path: `${PATH_PREFIX}/devices/{deviceId}/rs485/transceive`,
    access: 'device:control',
    quota: 'control',
    operation: 'device.rs485.transceive',
    feature: 'rs485',
    summary: 'Sends RS485 data and waits for the response',
  },
  'rs485.baud-rate': {
    method: 'PUT',
    path: `${PATH_PREFIX}/devices/{deviceId}/rs485/baud-rate`,
    access: 'device:config',
    quota: 'control',
    operation: 'device.rs485.baudRate.set',
    feature: 'rs485',
    summary: 'Sets the RS485 baud rate',
  },
  'relays.jog-config': {
    method: 'PUT',
    path: `${PATH_PREFIX}/devices/{deviceId}/relays/{index}/jog-config`,
    access: 'device:config',
    quota: 'control',
    operation: 'device.relay.jogConfig.set',
    body: 'jogBody',
    feature: 'jog',
    summary: 'Sets the jog duration of one relay',
  },
  'devices.add': {
    method: 'POST',
    path: `${PATH_PREFIX}/devices`,
    access: 'device:manage',
    quota: 'manage',
    feature: 'adding',
    summary: 'Adds a device',
  },
  'devices.remove': {
    method: 'DELETE',
    path: `${PATH_PREFIX}/devices/{deviceId}`,
    access: 'device:manage',
    quota: 'manage',
    feature: 'removing',
    summary: 'Removes a device',
  },
  'devices.password': {
    method: 'PUT',
    path: `${PATH_PREFIX}/devices/{deviceId}/password`,
    access: 'device:manage',
    quota: 'manage',
    feature: 'passwords',
    summary: 'Changes the password of a device',
  },
  'ticket.create': {
    method: 'POST',
    path: `${PATH_PREFIX}/ws/ticket`,
    access: 'token',
    quota: 'ticket',
    summary: 'Creates a one-time ticket for a WebSocket connection',
  },
  'websocket.open': {
    method: 'GET',
    path: WEBSOCKET_PATH,
    access: 'ticket',
    quota: 'connect',
    summary: 'Opens the WebSocket connection',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** Endpoints that create a command of an operation. */
export type OperatingEndpoint = {
  [E in EndpointName]: (typeof ENDPOINTS)[E] extends { readonly operation: OperationName } ? E : never;
}[EndpointName];

export function isOperatingEndpoint(name: EndpointName): name is OperatingEndpoint {
  const endpoint: Endpoint = ENDPOINTS[name];
  return endpoint.operation !== undefined;
}

export const OPERATING_ENDPOINTS: readonly OperatingEndpoint[] = ENDPOINT_NAMES.filter(isOperatingEndpoint);

/** The endpoint for an operation; the one that is planned for removal where that is asked for and exists. */
export function endpointOf(
  operation: OperationName,
  how: { readonly deprecated: boolean } = { deprecated: false },
): OperatingEndpoint {
  const all = OPERATING_ENDPOINTS.filter((name) => ENDPOINTS[name].operation === operation);
  const isDeprecated = (name: OperatingEndpoint): boolean => 'deprecated' in ENDPOINTS[name];
  const found =
    all.find((name) => isDeprecated(name) === how.deprecated) ?? all.find((name) => !isDeprecated(name));
  assert(found, `no endpoint creates commands of ${operation}`);
  return found;
}

/** Of the path of each endpoint what stands still and, at every second place, the names of its parameters. */
const PATH_PARTS = new Map<EndpointName, readonly string[]>(
  ENDPOINT_NAMES.map((name) => [name, ENDPOINTS[name].path.split(/\{(\w+)\}/)]),
);

/** The path with its parameters filled in and escaped. */
export function pathOf(endpoint: EndpointName, parameters: Readonly<Record<string, string>> = {}): string {
  const parts = PATH_PARTS.get(endpoint) ?? [];
  let path = '';
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '';
    if (at % 2 === 0) {
      path += part;
      continue;
    }
    const value = parameters[part];
    assert(value !== undefined, `the path of ${endpoint} needs the parameter ${part}`);
    path += urlPart(value);
  }
  return path;
}

const PATTERNS = ENDPOINT_NAMES.map((endpoint) => {
  const { method, path } = ENDPOINTS[endpoint];
  return { endpoint, method, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`) };
});

/** The endpoint of a request, with what its path names; undefined where it is none. @param pathname without a query. */
export function endpointAt(
  method: string,
  pathname: string,
): { readonly endpoint: EndpointName; readonly named: Readonly<Record<string, string>> } | undefined {
  const found = PATTERNS.find((each) => each.method === method && each.pattern.test(pathname));
  if (!found) return undefined;
  const groups = Object.entries(found.pattern.exec(pathname)?.groups ?? {});
  return {
    endpoint: found.endpoint,
    named: Object.fromEntries(groups.map(([name, text]) => [name, decodedPart(text)])),
  };
}

/** The same of a path that may have parts before it and another first segment: `/gate/io-fleet/v1/devices`. */
export function placedEndpoint(method: string, pathname: string) {
  const parts = pathname.split('/');
  for (const [at, firstSegment = ''] of parts.entries()) {
    if (firstSegment === '' || parts[at + 1] !== 'v1') continue;
    const found = endpointAt(method, [PATH_PREFIX, ...parts.slice(at + 2)].join('/'));
    if (found) return { ...found, firstSegment };
  }
  return undefined;
}

/** A part of a path that is encoded wrongly stands for itself. */
function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

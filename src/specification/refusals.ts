// Which refusals an endpoint or a topic may answer with, from what the contract says of it.
import { type Endpoint, ENDPOINTS, type EndpointName } from '../contract/endpoints.js';
import type { ErrorCode } from '../contract/error-codes.js';
import type { RequestTopic } from '../contract/topics.js';
import { REQUEST_BODIES } from './payloads.js';

const ANY: readonly ErrorCode[] = ['INVALID_REQUEST', 'RATE_LIMITED', 'INTERNAL_ERROR', 'APP_DISABLED'];
const USING_DEVICE: readonly ErrorCode[] = ['DEVICE_NOT_FOUND', 'DEVICE_BUSY', 'DEVICE_OFFLINE'];
const OPERATING: readonly ErrorCode[] = [...USING_DEVICE, 'INVALID_PARAMETER', 'IDEMPOTENCY_KEY_REUSED'];

/** What follows from nothing but what the endpoint does. */
const PARTICULAR: Partial<Record<EndpointName, readonly ErrorCode[]>> = {
  'devices.list': ['INVALID_PARAMETER'],
  'devices.add': ['DEVICE_EXISTS', 'INVALID_PARAMETER'],
  'devices.password': ['PASSWORD_INVALID'],
};

export function refusalsOf(name: EndpointName): ErrorCode[] {
  const endpoint: Endpoint = ENDPOINTS[name];
  const hasBody = endpoint.operation !== undefined || REQUEST_BODIES[name] !== undefined;
  const codes: ErrorCode[] = [
    ...ANY,
    ...(hasBody ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    ...authentication(endpoint.access),
    ...(endpoint.path.includes('{deviceId}') ? (['DEVICE_NOT_FOUND'] as const) : []),
    ...(endpoint.path.includes('{commandId}') ? (['COMMAND_NOT_FOUND'] as const) : []),
    ...(endpoint.quota === 'refresh' ? USING_DEVICE : []),
    ...(endpoint.operation === undefined ? [] : OPERATING),
    ...(PARTICULAR[name] ?? []),
  ];
  return [...new Set(codes)];
}

const TOPIC_REFUSALS: Readonly<Record<RequestTopic, readonly ErrorCode[]>> = {
  'session.ping': [],
  'device.state.get': ['AUTH_SCOPE_DENIED', ...USING_DEVICE],
  'device.operation.execute': ['AUTH_SCOPE_DENIED', ...OPERATING],
};

export function refusalsOfTopic(topic: RequestTopic): ErrorCode[] {
  return [...ANY, ...TOPIC_REFUSALS[topic]];
}

function authentication(access: Endpoint['access']): readonly ErrorCode[] {
  if (access === 'ticket') return ['TICKET_INVALID'];
  if (access === 'none' || access === 'token') return ['AUTH_INVALID'];
  return ['AUTH_INVALID', 'AUTH_SCOPE_DENIED'];
}

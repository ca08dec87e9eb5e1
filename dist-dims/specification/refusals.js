// Which refusals an endpoint or a topic may answer with, from what the contract says of it.
import { ENDPOINTS } from '../contract/endpoints.js';
import { REQUEST_BODIES } from './payloads.js';
const ANY = ['INVALID_REQUEST', 'RATE_LIMITED', 'INTERNAL_ERROR', 'APP_DISABLED'];
const USING_DEVICE = ['DEVICE_NOT_FOUND', 'DEVICE_BUSY', 'DEVICE_OFFLINE'];
const OPERATING = [...USING_DEVICE, 'INVALID_PARAMETER', 'IDEMPOTENCY_KEY_REUSED'];
/** What follows from nothing but what the endpoint does. */
const PARTICULAR = {
    'devices.list': ['INVALID_PARAMETER'],
    'devices.add': ['DEVICE_EXISTS', 'INVALID_PARAMETER'],
    'devices.password': ['PASSWORD_INVALID'],
};
export function refusalsOf(name) {
    const endpoint = ENDPOINTS[name];
    const hasBody = endpoint.operation !== undefined || REQUEST_BODIES[name] !== undefined;
    const codes = [
        ...ANY,
        ...(hasBody ? ['PAYLOAD_TOO_LARGE'] : []),
        ...authentication(endpoint.access),
        ...(endpoint.path.includes('{deviceId}') ? ['DEVICE_NOT_FOUND'] : []),
        ...(endpoint.path.includes('{commandId}') ? ['COMMAND_NOT_FOUND'] : []),
        ...(endpoint.quota === 'refresh' ? USING_DEVICE : []),
        ...(endpoint.operation === undefined ? [] : OPERATING),
        ...(PARTICULAR[name] ?? []),
    ];
    return [...new Set(codes)];
}
const TOPIC_REFUSALS = {
    'session.ping': [],
    'device.state.get': ['AUTH_SCOPE_DENIED', ...USING_DEVICE],
    'device.operation.execute': ['AUTH_SCOPE_DENIED', ...OPERATING],
};
export function refusalsOfTopic(topic) {
    return [...ANY, ...TOPIC_REFUSALS[topic]];
}
function authentication(access) {
    if (access === 'ticket')
        return ['TICKET_INVALID'];
    if (access === 'none' || access === 'token')
        return ['AUTH_INVALID'];
    return ['AUTH_INVALID', 'AUTH_SCOPE_DENIED'];
}

// What a request asked for that the service was never asked about: the transport or a fault answered it. In the same
// canonical terms as the others, as far as it can be read.
import { ENDPOINTS, isOperatingEndpoint } from '../../../contract/endpoints.js';
import { isRequestTopic } from '../../../contract/topics.js';
import { decodeOperationRequest } from '../../../dialect/operation-requests.js';
import { detached } from '../../../kernel/detached.js';
import { readJson } from '../../../kernel/json-limits.js';
import { JSON_LIMITS } from '../../limits/limits.js';
/** A client's own words may be long; nothing longer than this is kept. */
const LONGEST_NAME = 256;
/** @param malformed the answer says that the request could not be read. */
export function askedOverRest(dialect, request, malformed) {
    const { routed, headers, body } = request;
    if ('refusal' in routed)
        return { what: 'raw' };
    const { endpoint, parameters } = routed;
    const { access } = ENDPOINTS[endpoint];
    if (malformed && (access === 'none' || access === 'ticket'))
        return { what: 'raw' };
    const { deviceId, commandId, index = '' } = parameters;
    const key = headers['idempotency-key'];
    const facts = {
        what: endpoint,
        ...(deviceId !== undefined && { deviceId: detached(deviceId, LONGEST_NAME) }),
        ...(commandId !== undefined && { commandId: detached(commandId, LONGEST_NAME) }),
        ...(key !== undefined && { idempotencyKey: detached(key, LONGEST_NAME) }),
    };
    if (!isOperatingEndpoint(endpoint))
        return facts;
    // What is too deep or too much has been refused, and nobody walks it here either.
    const read = readJson(body, JSON_LIMITS);
    if (!read.ok)
        return facts;
    const operation = decodeOperationRequest(dialect, endpoint, { body: read.value, index });
    return operation !== 'no index' && operation.ok ? { ...facts, operation: operation.value } : facts;
}
export function askedOverWebSocket(dialect, request) {
    if (!request || !isRequestTopic(request.topic))
        return { what: 'raw' };
    const { topic: what, data } = request;
    if (what === 'session.ping')
        return { what };
    if (what === 'device.state.get') {
        const read = dialect.shapes.stateRequest.decode(data);
        return read.ok ? { what, deviceId: read.value.deviceId } : { what: 'raw' };
    }
    const read = dialect.executeRequest.decode(data);
    if (!read.ok)
        return { what: 'raw' };
    const { deviceId, idempotencyKey, operation } = read.value;
    return { what, deviceId, operation, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}

// The REST request of an operation: its body, and the index that stands in the path of some endpoints. Which body an
// endpoint takes is told by the contract; this is the one place that reads and writes it.
import { ENDPOINTS } from '../contract/endpoints.js';
import { operationFacts } from '../contract/operations.js';
export function encodeOperationRequest(dialect, endpoint, { params }) {
    const { codec, pathBody } = bodyOf(dialect, endpoint);
    if (!pathBody)
        return { body: codec.encode(params) };
    const { index, body } = pathBody.split(params);
    return { index: dialect.encodeIndex(index), body: codec.encode(body) };
}
/** @returns `no index` where the path should name a relay and what stands there is no index. */
export function decodeOperationRequest(dialect, endpoint, request) {
    const { name, codec, pathBody } = bodyOf(dialect, endpoint);
    const index = pathBody && dialect.decodeIndex(request.index);
    if (pathBody && index === undefined)
        return 'no index';
    const body = codec.decode(request.body);
    if (!body.ok)
        return body;
    const params = pathBody && index !== undefined ? pathBody.join(index, body.value) : body.value;
    // The body was read by the codec of this operation, which the compiler cannot follow through a table.
    return { ok: true, value: { name, params } };
}
function bodyOf(dialect, endpoint) {
    const { operation: name } = ENDPOINTS[endpoint];
    const { body } = ENDPOINTS[endpoint];
    return {
        name,
        codec: body === undefined ? dialect.operationParams(name) : dialect.shapes[body],
        pathBody: body === undefined ? undefined : operationFacts(name).bodies?.[body],
    };
}

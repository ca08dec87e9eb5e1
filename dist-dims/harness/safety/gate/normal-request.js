// An HTTP request in the one form in which the interface and the dialect write it: exactly one reading.
import { ENDPOINT_NAMES, ENDPOINTS, isOperatingEndpoint, } from '../../../contract/endpoints.js';
import { assert } from '../../../kernel/assert.js';
import { decodeOperationRequest, encodeOperationRequest } from '../../../dialect/operation-requests.js';
import { operationEffects } from './operation-effects.js';
import { plainJson, same } from './plain-json.js';
/** Undefined when the request is not in that form. */
export function readNormalRequest(dialect, request) {
    if (!hasUsualHeaders(request.headers))
        return undefined;
    const [path = '', query, ...more] = request.path.split('?');
    if (more.length > 0)
        return undefined;
    const place = placeOf(request.method, path);
    if (!place)
        return undefined;
    if (query !== undefined && !(place.endpoint === 'devices.list' && isPaging(dialect, query)))
        return undefined;
    return effectsAt(dialect, place, request.body);
}
const USUAL_HEADERS = {
    accept: /^(application\/json|\*\/\*)$/,
    'content-type': /^application\/json(; ?charset=utf-8)?$/,
    'idempotency-key': /^[\x21-\x7e]*$/,
    authorization: /^[\x20-\x7e]*$/,
};
function hasUsualHeaders(headers) {
    const seen = new Set();
    return Object.entries(headers).every(([name, value]) => {
        const lower = name.toLowerCase();
        const twice = seen.has(lower);
        seen.add(lower);
        return !twice && (USUAL_HEADERS[lower]?.test(value) ?? false);
    });
}
const TEMPLATES = ENDPOINT_NAMES.map((name) => [
    name,
    ENDPOINTS[name].path.split('/'),
]);
function placeOf(method, path) {
    const segments = path.split('/');
    for (const [endpoint, template] of TEMPLATES) {
        if (ENDPOINTS[endpoint].method !== method || template.length !== segments.length)
            continue;
        const given = {};
        const fits = template.every((part, at) => {
            const segment = segments[at] ?? '';
            if (!part.startsWith('{'))
                return part === segment;
            const value = plainSegment(segment);
            if (value === undefined)
                return false;
            given[part.slice(1, -1)] = value;
            return true;
        });
        if (fits)
            return { endpoint, deviceId: given['deviceId'] ?? '', index: given['index'] ?? '' };
    }
    return undefined;
}
/** What the segment stands for, where it is written as `encodeURIComponent` writes it, and is no `..` or empty. */
function plainSegment(segment) {
    try {
        const value = decodeURIComponent(segment);
        return encodeURIComponent(value) === segment && /[^.]/.test(value) ? value : undefined;
    }
    catch {
        return undefined;
    }
}
function isPaging({ paging }, query) {
    const names = query.split('&').map((pair) => pair.split('=')[0] ?? '');
    return (new Set(names).size === names.length &&
        names.every((name) => name === paging.limit || name === paging.cursor) &&
        new URLSearchParams(query).toString() === query);
}
function effectsAt(dialect, { endpoint, deviceId, index }, text) {
    if (endpoint === 'token.create')
        return isCredentials(text) ? [{ kind: 'session' }] : undefined;
    if (isOperatingEndpoint(endpoint)) {
        const body = plainJson(text ?? '');
        const operation = body && decodeOperationRequest(dialect, endpoint, { body: body.value, index });
        if (!operation || operation === 'no index' || !operation.ok)
            return undefined;
        const again = encodeOperationRequest(dialect, endpoint, operation.value);
        if (!same(again.body, body.value) || (again.index ?? '') !== index)
            return undefined;
        return operationEffects(deviceId, operation.value);
    }
    if (endpoint === 'devices.add') {
        const addition = decoded(dialect.shapes.deviceAddition, text);
        return addition && [{ kind: 'manage', deviceId: addition.deviceId ?? addition.serial ?? '', adds: true }];
    }
    if (endpoint === 'devices.password')
        return decoded(dialect.shapes.passwordChange, text) && [{ kind: 'manage', deviceId, adds: false }];
    if (text !== undefined)
        return undefined;
    if (endpoint === 'devices.remove')
        return [{ kind: 'manage', deviceId, adds: false }];
    if (endpoint === 'devices.read')
        return [{ kind: 'refresh', deviceId }];
    assert(HARMLESS.has(endpoint), `the gate knows what ${endpoint} does`);
    return [{ kind: endpoint === 'ticket.create' || endpoint === 'websocket.open' ? 'session' : 'read' }];
}
const HARMLESS = new Set([
    'devices.list',
    'devices.config',
    'profiles.list',
    'commands.read',
    'ticket.create',
    'websocket.open',
]);
function isCredentials(text) {
    const body = plainJson(text ?? '')?.value;
    const keys = typeof body === 'object' && body !== null ? Object.keys(body) : [];
    return keys.length === 2 && keys.includes('clientId') && keys.includes('clientSecret');
}
/** The value of a body that says nothing beside it. */
function decoded(shape, text) {
    const body = plainJson(text ?? '');
    const value = body && shape.decode(body.value);
    return value?.ok && same(shape.encode(value.value), body?.value) ? value.value : undefined;
}

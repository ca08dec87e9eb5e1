// One endpoint as an operation of OpenAPI: parameters, body, replies and refusals.
import { ENDPOINTS } from '../contract/endpoints.js';
import { operationFacts } from '../contract/operations.js';
import { envelope, executeRequest } from '../contract/schemas/message.js';
import { channelIndex, identifier } from '../contract/schemas/scalars.js';
import { canonicalJsonSchema } from '../dialect/json-schema.js';
import { refer } from './components.js';
import { meaningOf, refusalExample, refusalSchema, successSchema } from './envelope.js';
import { commandName, REPLY_DATA, REQUEST_BODIES } from './payloads.js';
import { refusalsOf } from './refusals.js';
export function openApiOperation(name, dialect) {
    const endpoint = ENDPOINTS[name];
    const body = bodyOf(name, endpoint);
    const parameters = parametersOf(name, endpoint, dialect);
    return {
        operationId: name,
        tags: [name.split('.')[0]],
        summary: endpoint.summary,
        description: descriptionOf(endpoint),
        ...(endpoint.deprecated ? { deprecated: true } : {}),
        security: securityOf(endpoint),
        ...(parameters.length === 0 ? {} : { parameters }),
        ...(body ? { requestBody: { required: true, content: json(refer(body)) } } : {}),
        responses: { ...success(name, endpoint), ...refusals(name, dialect) },
    };
}
function descriptionOf({ access, operation, quota }) {
    const who = {
        none: 'Needs no access token.',
        token: 'Needs any valid access token.',
        ticket: 'Needs a one-time ticket. The answer to a good handshake is the WebSocket connection.',
    };
    const permission = access in who ? who[access] : `Needs the permission \`${access}\`.`;
    const command = operation === undefined ? '' : ` Creates a command of the operation \`${operation}\`.`;
    const counted = ` Counts for the quota \`${quota}\`.`;
    return permission + command + counted;
}
function securityOf({ access }) {
    if (access === 'none')
        return [];
    if (access === 'ticket')
        return [{ ticket: [] }];
    return [{ accessToken: access === 'token' ? [] : [access] }];
}
function bodyOf(name, { operation, body }) {
    return body ?? (operation ? operationFacts(operation).params : REQUEST_BODIES[name]);
}
function parametersOf(name, { path, operation }, dialect) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => ({
        name: each,
        in: 'path',
        required: true,
        schema: each === 'index' ? indexSchema(dialect) : canonicalJsonSchema(identifier),
    }));
    const key = {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'The same key gives the same command, and nothing is done a second time.',
        schema: canonicalJsonSchema(executeRequest.shape.idempotencyKey),
    };
    const { limit, cursor } = dialect.paging;
    const paging = [
        {
            name: limit,
            in: 'query',
            description: 'The most devices of a page.',
            schema: { type: 'integer', minimum: 1 },
        },
        { name: cursor, in: 'query', description: 'Where the page begins.', schema: { type: 'string' } },
    ];
    const pages = name === 'devices.list' && !dialect.without.has('paging');
    return [...inPath, ...(operation === undefined ? [] : [key]), ...(pages ? paging : [])];
}
/** The index of a relay as a path writes it. */
function indexSchema({ indexBase }) {
    const { minimum, maximum, ...rest } = canonicalJsonSchema(channelIndex);
    const shift = indexBase - 1;
    return {
        ...rest,
        minimum: minimum + shift,
        maximum: maximum + shift,
        description: `counted from ${indexBase}`,
    };
}
function success(name, { access, operation }) {
    if (access === 'ticket')
        return { 101: { description: 'The connection is a WebSocket from here on.' } };
    return { 200: { description: 'Success', content: json(successSchema(envelope, dataOf(name, operation))) } };
}
function dataOf(name, operation) {
    const command = name === 'commands.read' ? 'command' : operation && commandName(operation);
    if (command !== undefined) {
        return { type: 'object', properties: { command: refer(command) }, required: ['command'] };
    }
    const shape = REPLY_DATA[name];
    return shape === undefined ? { type: 'object' } : refer(shape);
}
function refusals(name, dialect) {
    const byStatus = new Map();
    for (const code of refusalsOf(name)) {
        const { status } = dialect.error(code);
        byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    const responses = [...byStatus].map(([status, codes]) => [status, refusalResponse(codes, dialect)]);
    return Object.fromEntries(responses);
}
function refusalResponse(codes, dialect) {
    const headers = {
        'Retry-After': {
            description: 'The wait in seconds.',
            required: true,
            schema: { type: 'integer', minimum: 0 },
        },
    };
    const examples = codes.map((code) => [code, { value: refusalExample(code, dialect) }]);
    return {
        description: codes.map((code) => `\`${dialect.error(code).code}\`: ${meaningOf(code)}`).join('; '),
        ...(codes.includes('RATE_LIMITED') ? { headers } : {}),
        content: json(refusalSchema(envelope, codes, dialect), Object.fromEntries(examples)),
    };
}
function json(schema, examples) {
    return { 'application/json': { schema, ...(examples ? { examples } : {}) } };
}

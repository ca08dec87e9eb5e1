// The OpenAPI document (3.1) of the REST channel in a dialect, made from the contract.
import { type Endpoint, ENDPOINT_NAMES, type EndpointName, ENDPOINTS } from '../contract/endpoints.js';
import { canonicalJsonSchema, type Dialect, type ShapeSchema } from '../dialect/dialect.js';
import { componentsFor, refer } from './components.js';
import { has } from './has.js';
import { type DocumentFacts, infoOf } from './info.js';
import type { ErrorCode } from '../contract/error-codes.js';
import { operationFacts } from '../contract/operations.js';
import { envelope, executeRequest } from '../contract/schemas/message.js';
import { channelIndex, identifier } from '../contract/schemas/scalars.js';
import { meaningOf, refusalExample, refusalSchema, successSchema } from './envelope.js';
import { commandName, type PayloadName, REPLY_DATA, REQUEST_BODIES } from './payloads.js';
import { sampleCommand, samplePayload } from './samples.js';
import { refusalsOf } from './refusals.js';

/** What the endpoints of a group are for. */
const GROUPS: Readonly<Record<string, string>> = {
  token: 'Access tokens of API clients',
  devices: 'Devices, their state and their configuration',
  profiles: 'Types of devices',
  commands: 'Commands and what became of them',
  relays: 'Switching relays',
  rs485: 'Bytes on the RS485 port',
  ticket: 'One-time tickets for the WebSocket channel',
  websocket: 'The WebSocket channel; the AsyncAPI document describes what travels on it',
};

export function openApiDocument(dialect: Dialect, about: DocumentFacts = {}): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const there = ENDPOINT_NAMES.filter((name) => has(dialect, ENDPOINTS[name] as Endpoint));
  for (const name of there) {
    const { method, path } = ENDPOINTS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: openApiOperation(name, dialect) };
  }
  const groups = new Set(there.map((name) => name.split('.')[0]));
  return {
    openapi: '3.1.0',
    info: infoOf(dialect, about),
    servers: [{ url: about.serverUrl ?? '/' }],
    tags: [...groups].map((name = '') => ({ name, description: GROUPS[name] ?? name })),
    paths,
    components: {
      schemas: componentsFor(paths, dialect),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: `From POST ${ENDPOINTS['token.create'].path}.`,
        },
        ticket: {
          type: 'apiKey',
          in: 'query',
          name: 'ticket',
          description: `From POST ${ENDPOINTS['ticket.create'].path}; good for one connection.`,
        },
      },
    },
  };
}

// One endpoint as an operation of OpenAPI: parameters, body, replies and refusals.

type Part = Readonly<Record<string, unknown>>;

function openApiOperation(name: EndpointName, dialect: Dialect): Part {
  const endpoint: Endpoint = ENDPOINTS[name];
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
    ...(body
      ? { requestBody: { required: true, content: json(refer(body), exampleOf(body, dialect)) } }
      : {}),
    responses: { ...success(name, endpoint, dialect), ...refusals(name, dialect) },
  };
}

function descriptionOf({ access, operation, quota }: Endpoint): string {
  const who = {
    none: 'Needs no access token.',
    token: 'Needs any valid access token.',
    ticket: 'Needs a one-time ticket. The answer to a good handshake is the WebSocket connection.',
  };
  const permission = access in who ? who[access as keyof typeof who] : `Needs the permission \`${access}\`.`;
  const command = operation === undefined ? '' : ` Creates a command of the operation \`${operation}\`.`;
  const counted = ` Counts for the quota \`${quota}\`.`;
  return permission + command + counted;
}

function securityOf({ access }: Endpoint): readonly Part[] {
  if (access === 'none') return [];
  if (access === 'ticket') return [{ ticket: [] }];
  // What permission it needs is in the description: a bearer token has no scopes in OpenAPI.
  return [{ accessToken: [] }];
}

function bodyOf(name: EndpointName, { operation, body }: Endpoint): string | undefined {
  return body ?? (operation ? operationFacts(operation).params : REQUEST_BODIES[name]);
}

function parametersOf(name: EndpointName, { path, operation }: Endpoint, dialect: Dialect): Part[] {
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
  const { limit, cursor, counts, from } = dialect.paging;
  const begin = counts === 'nothing' ? { type: 'string' } : { type: 'integer', minimum: from };
  const paging = [
    {
      name: limit,
      in: 'query',
      description: 'The most devices of a page.',
      schema: { type: 'integer', minimum: 1 },
    },
    { name: cursor, in: 'query', description: 'Where the page begins.', schema: begin },
  ];
  const pages = name === 'devices.list' && !dialect.without.has('paging');
  return [...inPath, ...(operation === undefined ? [] : [key]), ...(pages ? paging : [])];
}

/** The index of a relay as a path writes it. */
function indexSchema({ indexBase }: Dialect): ShapeSchema {
  const { minimum, maximum, ...rest } = canonicalJsonSchema(channelIndex) as {
    minimum: number;
    maximum: number;
  };
  const shift = indexBase - 1;
  return {
    ...rest,
    minimum: minimum + shift,
    maximum: maximum + shift,
    description: `counted from ${indexBase}`,
  };
}

/** Under the name that its payload has. */
function exampleOf(name: string, dialect: Dialect): Part | undefined {
  const value = samplePayload(name as PayloadName, dialect);
  return value === undefined ? undefined : { [name]: { value } };
}

function successExample(
  name: EndpointName,
  operation: Endpoint['operation'],
  dialect: Dialect,
): Part | undefined {
  const shape = REPLY_DATA[name];
  const command = operation ?? (name === 'commands.read' ? 'device.relay.set' : undefined);
  const data = command
    ? { command: sampleCommand(command, dialect) }
    : shape === undefined
      ? {}
      : samplePayload(shape, dialect);
  if (data === undefined || (command && (data as { command?: unknown }).command === undefined))
    return undefined;
  return { success: { value: { code: 'SUCCESS', message: 'OK', data } } };
}

function success(name: EndpointName, { access, operation }: Endpoint, dialect: Dialect): Part {
  if (access === 'ticket') return { 101: { description: 'The connection is a WebSocket from here on.' } };
  return {
    200: {
      description: 'Success',
      content: json(
        successSchema(envelope, dataOf(name, operation)),
        successExample(name, operation, dialect),
      ),
    },
  };
}

function dataOf(name: EndpointName, operation: Endpoint['operation']): ShapeSchema {
  const command = name === 'commands.read' ? 'command' : operation && commandName(operation);
  if (command !== undefined) {
    return { type: 'object', properties: { command: refer(command) }, required: ['command'] };
  }
  const shape = REPLY_DATA[name];
  return shape === undefined ? { type: 'object' } : refer(shape);
}

function refusals(name: EndpointName, dialect: Dialect): Part {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(name)) {
    const { status } = dialect.error(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(
    ([status, codes]) => [status, refusalResponse(codes, dialect)] as const,
  );
  return Object.fromEntries(responses);
}

function refusalResponse(codes: readonly ErrorCode[], dialect: Dialect): Part {
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
    content: json(refusalSchema(envelope, codes, dialect), Object.fromEntries(examples) as Part),
  };
}

function json(schema: ShapeSchema, examples?: Part): Part {
  return { 'application/json': { schema, ...(examples ? { examples } : {}) } };
}

// The OpenAPI document (3.1) of the REST channel in a dialect, made from the contract.
import { type Endpoint, ENDPOINT_NAMES, type EndpointName, ENDPOINTS } from '../contract/endpoints.js';
import {
  canonicalJsonSchema,
  type CommandValue,
  type Dialect,
  type ShapeSchema,
} from '../dialect/dialect.js';
import {
  ANY_REFUSAL,
  commandName,
  componentsFor,
  dataWith,
  type FIXED_SHAPES,
  has,
  infoOf,
  OPERATING,
  type PayloadName,
  refer,
  refusalExample,
  refusalsText,
  refusalSchema,
  successSchema,
  USING_DEVICE,
} from './components.js';
import type { ErrorCode } from '../contract/error-codes.js';
import { operationFacts, type OperationName } from '../contract/operations.js';
import { envelope, executeRequest } from '../contract/schemas/message.js';
import { channelIndex, identifier } from '../contract/schemas/scalars.js';
import type { ShapeName, ShapeValue } from '../contract/schemas/shapes.js';
import { SCOPES } from '../contract/scopes.js';

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

interface EndpointFacts {
  /** What endpoints that create a command take is told by the contract. */
  readonly body?: PayloadName;
  /** Those that create a command answer with it; what is not named answers with nothing in particular. */
  readonly reply?: PayloadName;
  /** Refusals that follow from nothing but what the endpoint does. */
  readonly refusals?: readonly ErrorCode[];
}

const FACTS: Partial<Record<EndpointName, EndpointFacts>> = {
  'token.create': { body: 'credentials', reply: 'accessToken' },
  'devices.list': { reply: 'deviceList', refusals: ['INVALID_PARAMETER'] },
  'devices.read': { reply: 'deviceDetail' },
  'devices.config': { reply: 'deviceConfig' },
  'devices.add': {
    body: 'deviceAddition',
    reply: 'deviceAdded',
    refusals: ['DEVICE_EXISTS', 'INVALID_PARAMETER'],
  },
  'devices.password': { body: 'passwordChange', refusals: ['PASSWORD_INVALID'] },
  'profiles.list': { reply: 'profileList' },
  'ticket.create': { reply: 'ticket' },
};

/** @param serverUrl where the service is: `https://example.org`. */
export function openApiDocument(dialect: Dialect, serverUrl = '/'): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const there = ENDPOINT_NAMES.filter((name) => has(dialect, ENDPOINTS[name] as Endpoint));
  for (const name of there) {
    const { method } = ENDPOINTS[name];
    const path = dialect.path(ENDPOINTS[name].path);
    paths[path] = { ...paths[path], [method.toLowerCase()]: openApiOperation(name, dialect) };
  }
  const groups = new Set(there.map((name) => name.split('.')[0]));
  return {
    openapi: '3.1.0',
    info: infoOf(dialect),
    servers: [{ url: serverUrl }],
    tags: [...groups].map((name = '') => ({ name, description: GROUPS[name] ?? name })),
    paths,
    components: {
      schemas: componentsFor(paths, dialect),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: `From POST ${dialect.path(ENDPOINTS['token.create'].path)}.`,
        },
        ticket: {
          type: 'apiKey',
          in: 'query',
          name: 'ticket',
          description: `From POST ${dialect.path(ENDPOINTS['ticket.create'].path)}; good for one connection.`,
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
  return body ?? (operation ? operationFacts(operation).params : FACTS[name]?.body);
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
  const most = { type: 'integer', minimum: 1 };
  const paging = [
    ...(dialect.without.has('page-size')
      ? []
      : [{ name: limit, in: 'query', description: 'The most devices of a page.', schema: most }]),
    { name: cursor, in: 'query', description: 'Where the page begins.', schema: begin },
  ];
  const pages = name === 'devices.list' && !dialect.without.has('paging');
  return [...inPath, ...(operation === undefined ? [] : [key]), ...(pages ? paging : [])];
}

/** The index of a relay as a path writes it. */
function indexSchema({ indexBase }: Dialect): ShapeSchema {
  const schema = canonicalJsonSchema(channelIndex);
  const shifted = (bound: string): number => Number(schema[bound]) + indexBase - 1;
  const [minimum, maximum] = [shifted('minimum'), shifted('maximum')];
  return { ...schema, minimum, maximum, description: `counted from ${indexBase}` };
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
  const shape = FACTS[name]?.reply;
  const command = operation ?? (name === 'commands.read' ? 'device.relay.set' : undefined);
  const sample = command ? sampleCommand(command, dialect) : shape ? samplePayload(shape, dialect) : {};
  if (sample === undefined) return undefined;
  const data = command ? { command: sample } : sample;
  return { success: { value: { code: 'SUCCESS', message: 'OK', data } } };
}

function success(name: EndpointName, { access, operation }: Endpoint, dialect: Dialect): Part {
  if (access === 'ticket') return { 101: { description: 'The connection is a WebSocket from here on.' } };
  const schema = successSchema(envelope, dataOf(name, operation));
  const content = json(schema, successExample(name, operation, dialect));
  return { 200: { description: 'Success', content } };
}

function dataOf(name: EndpointName, operation: Endpoint['operation']): ShapeSchema {
  const command = name === 'commands.read' ? 'command' : operation && commandName(operation);
  if (command !== undefined) return dataWith('command', refer(command));
  const shape = FACTS[name]?.reply;
  return shape === undefined ? { type: 'object' } : refer(shape);
}

function refusals(name: EndpointName, dialect: Dialect): Part {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(name)) {
    const { status } = dialect.error(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, refusalResponse(codes, dialect)]),
  );
}

/** From what the contract says of it. */
function refusalsOf(name: EndpointName): ErrorCode[] {
  const { operation, access, path, quota }: Endpoint = ENDPOINTS[name];
  const hasBody = operation !== undefined || FACTS[name]?.body !== undefined;
  const codes: ErrorCode[] = [
    ...ANY_REFUSAL,
    ...(hasBody ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    ...authentication(access),
    ...(path.includes('{deviceId}') ? (['DEVICE_NOT_FOUND'] as const) : []),
    ...(path.includes('{commandId}') ? (['COMMAND_NOT_FOUND'] as const) : []),
    ...(quota === 'refresh' ? USING_DEVICE : []),
    ...(operation === undefined ? [] : OPERATING),
    ...(FACTS[name]?.refusals ?? []),
  ];
  return [...new Set(codes)];
}

function authentication(access: Endpoint['access']): readonly ErrorCode[] {
  if (access === 'ticket') return ['TICKET_INVALID'];
  if (access === 'none' || access === 'token') return ['AUTH_INVALID'];
  return ['AUTH_INVALID', 'AUTH_SCOPE_DENIED'];
}

function refusalResponse(codes: readonly ErrorCode[], dialect: Dialect): Part {
  const wait = { type: 'integer', minimum: 0 };
  const headers = { 'Retry-After': { description: 'The wait in seconds.', required: true, schema: wait } };
  const examples = codes.map((code) => [code, { value: refusalExample(code, dialect) }]);
  return {
    description: refusalsText(codes, dialect),
    ...(codes.includes('RATE_LIMITED') ? { headers } : {}),
    content: json(refusalSchema(envelope, codes, dialect), Object.fromEntries(examples) as Part),
  };
}

function json(schema: ShapeSchema, examples?: Part): Part {
  return { 'application/json': { schema, ...(examples ? { examples } : {}) } };
}

// What travels, as an example: canonical values that a dialect writes in its own names.

const AT = Date.UTC(2026, 0, 15, 12);
const DEVICE = { deviceId: 'bench-01', name: 'Bench 01', profileId: 'io-8', online: true, powered: true };
const PERIPHERALS: ShapeValue<'peripherals'> = {
  relays: [
    { index: 1, on: true },
    { index: 2, on: false },
  ],
  digitalInputs: [{ index: 1, active: false }],
  analogInputs: [{ index: 1, value: 4.2, unit: 'V' }],
  sensors: [{ key: 'temperature', value: 21.5, unit: '°C' }],
};
const RELAYS: ShapeValue<'relayParams'> = { relays: [{ index: 1, action: 'on' }] };

const SAMPLES = {
  deviceList: { devices: [DEVICE] },
  deviceDetail: { device: DEVICE, peripherals: PERIPHERALS },
  deviceConfig: { relays: [{ index: 1, jogDuration: 500 }], baudRate: 9600 },
  profileList: {
    profiles: [
      {
        profileId: 'io-8',
        model: 'IO 8',
        relays: 8,
        digitalInputs: 8,
        analogInputs: 2,
        sensors: 1,
        rs485: true,
      },
    ],
  },
  deviceAddition: {
    deviceId: 'bench-99',
    serial: '99',
    name: 'Bench 99',
    profileId: 'io-8',
    password: 'first-password',
  },
  deviceAdded: { device: { ...DEVICE, deviceId: 'bench-99', name: 'Bench 99' } },
  passwordChange: { currentPassword: 'first-password', newPassword: 'second-password' },
  ticket: { ticket: 'tkt-4f1c', expiresIn: 60 },
  stateRequest: { deviceId: 'bench-01' },
  relayParams: RELAYS,
} as const satisfies { readonly [N in ShapeName]?: ShapeValue<N> };

const FIXED = {
  credentials: { clientId: 'operator', clientSecret: 'demo-operator-secret' },
  accessToken: {
    accessToken: 'eyJhbGciOi',
    tokenType: 'Bearer',
    expiresIn: 3600,
    clientId: 'operator',
    scopes: [...SCOPES],
  },
} as const satisfies Record<keyof typeof FIXED_SHAPES, unknown>;

/** The JSON of a payload; undefined where there is no example of it, or the dialect cannot write it. */
function samplePayload(name: PayloadName, dialect: Dialect): unknown {
  if (name in FIXED) return FIXED[name as keyof typeof FIXED];
  const sample = SAMPLES[name as keyof typeof SAMPLES] as unknown;
  if (sample === undefined) return undefined;
  const codec = dialect.shapes[name as ShapeName] as { write(value: unknown): string };
  return written(() => codec.write(sample));
}

/** A command of an operation that has succeeded. */
function sampleCommand(operation: OperationName, dialect: Dialect): unknown {
  if (operation !== 'device.relay.set') return undefined;
  const command: CommandValue = {
    commandId: 'cmd-0001',
    deviceId: 'bench-01',
    operation: { name: operation, params: RELAYS },
    status: 'SUCCEEDED',
    createdAt: AT,
    completedAt: AT + 120,
  } as never;
  return written(() => dialect.command.write(command));
}

/** A dialect may ask for what the example lacks. */
function written(write: () => string): unknown {
  try {
    return JSON.parse(write());
  } catch {
    return undefined;
  }
}

// The OpenAPI document of the control plane, for programs in any language: made from the routes themselves.
import * as z from 'zod';
import { CONTROL_PREFIX } from '../prefix.js';
import type { ControlRoute } from '../route.js';
import { REPLIES } from './replies.js';

type Json = Record<string, unknown>;

/** Grows by fields and routes; what is there stays under the same number. */
const VERSION = '1.0.0';

/** @param serverUrl with the prefix: `http://127.0.0.1:7071/control/v1`. */
export function controlDocument(routes: readonly ControlRoute[], serverUrl: string = CONTROL_PREFIX): Json {
  const byPath: Record<string, Json> = {};
  for (const route of routes)
    byPath[route.path] = { ...byPath[route.path], [route.method.toLowerCase()]: operation(route) };
  const replies = Object.entries(REPLIES).map(([name, schema]) => [name, schemaOf(schema, 'output')]);
  const { paths, schemas } = withSharedDefinitions(byPath, Object.fromEntries(replies) as Json);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control plane of the conform simulator',
      version: VERSION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      contact: { name: 'conform contributors' },
      description:
        'Looks into a running simulator and acts on it: devices, faults, time, clients, journal. For programs of ' +
        'the same machine. Within version 1, routes and fields are added, and none is changed or removed.',
    },
    servers: [{ url: serverUrl, description: 'conform serve prints the address and the token' }],
    security: [{ controlToken: [] }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        controlToken: { type: 'http', scheme: 'bearer', description: 'Made anew at each start.' },
      },
    },
  };
}

const GROUPS = {
  simulator: 'The simulator as a whole.',
  devices: 'Devices: what they report, what is really so, and what is done to them.',
  faults: 'Faults: what goes wrong, and when.',
  clock: 'The time of the simulator.',
  clients: 'API clients, their tokens and tickets.',
  journal: 'What has happened.',
};

/** By the first word of a path; all others are about the simulator. */
const GROUP_OF: Readonly<Record<string, keyof typeof GROUPS>> = {
  devices: 'devices',
  commands: 'devices',
  faults: 'faults',
  clock: 'clock',
  clients: 'clients',
  tickets: 'clients',
  'expire-tokens': 'clients',
  journal: 'journal',
};

function groupOf(path: string): keyof typeof GROUPS {
  return GROUP_OF[/^\/([\w-]*)/.exec(path)?.[1] ?? ''] ?? 'simulator';
}

function operation(route: ControlRoute): Json {
  const { id, reply = { contentType: 'application/json' }, status = 200 } = route;
  return {
    operationId: id,
    tags: [groupOf(route.path)],
    summary: route.summary,
    description: `${route.summary}.`,
    ...parametersOf(route),
    ...(route.body && { requestBody: requestBody(route, route.body) }),
    responses: {
      [status]: { description: 'Done', content: contentOf(reply) },
      '4XX': problems('Refused: what was wrong, where, and what to do'),
      '5XX': problems('The control plane has failed by its own fault'),
    },
  };
}

function parametersOf({ path, query }: ControlRoute): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string' }, description: `Its ${name}.` };
  });
  const shape = query && (schemaOf(query, 'input')['properties'] as Record<string, Json>);
  const inQuery = Object.entries(shape ?? {}).map(([name, { description, ...schema }]) => {
    return { name, in: 'query', required: false, schema: queried(name, schema), description };
  });
  const all = [...inPath, ...inQuery];
  return all.length === 0 ? {} : { parameters: all };
}

/** What is a number once it has been read from the query has no type before. */
function queried(name: string, schema: Json): Json {
  if (schema['type'] !== undefined) return schema;
  return { type: name === 'slow' ? 'number' : 'integer', ...schema };
}

function requestBody({ text }: ControlRoute, body: z.ZodType): Json {
  const content = text
    ? {
        'application/yaml': { schema: { type: 'string' } },
        'application/json': { schema: { type: 'object' } },
      }
    : { 'application/json': { schema: schemaOf(body, 'input') } };
  return { required: true, content };
}

function contentOf(reply: NonNullable<ControlRoute['reply']>): Json {
  if (typeof reply === 'string') return { 'application/json': { schema: reference(reply) } };
  if ('contentType' in reply) {
    const schema = reply.contentType === 'application/json' ? {} : { type: 'string' };
    return { [reply.contentType]: { schema } };
  }
  const { list, of, also = [] } = reply;
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(also.map((name) => [name, { type: 'integer' }])),
      [list]: { type: 'array', items: reference(of) },
    },
    required: [...also, list],
  };
  return { 'application/json': { schema } };
}

function problems(description: string): Json {
  return { description, content: { 'application/json': { schema: reference('Problems') } } };
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas that others of the same route or answer refer to, as `$defs`; the document keeps them in its components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** What linters object to: a choice of one, and a default that is no JSON (a number without end). */
function plain(schema: Json): Json {
  const { anyOf, default: preset, ...rest } = schema;
  const only: unknown = Array.isArray(anyOf) && anyOf.length === 1 ? anyOf[0] : undefined;
  if (only !== undefined) return { ...rest, ...(only as Json) };
  if ('default' in schema && preset === null)
    return plain({ ...rest, ...(anyOf !== undefined && { anyOf }) });
  return schema;
}

/** Moves what schemas define for themselves to where references of the whole document find it. */
function withSharedDefinitions(paths: Json, schemas: Json): { paths: Json; schemas: Json } {
  const shared: Json = {};
  const moved = (value: unknown, prefix: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => moved(each, prefix));
    if (typeof value !== 'object' || value === null) return value;
    const { $defs, ...rest } = plain(value as Json);
    const own = $defs === undefined ? prefix : `${prefix}${Object.keys(shared).length}`;
    for (const [name, schema] of Object.entries(($defs ?? {}) as Json))
      shared[`${own}${name.replace('__schema', 'Part')}`] = moved(schema, own);
    return Object.fromEntries(
      Object.entries(rest).map(([key, each]) => [
        key,
        key === '$ref' && typeof each === 'string'
          ? each.replace('#/$defs/__schema', `#/components/schemas/${own}Part`)
          : moved(each, own),
      ]),
    );
  };
  const all = { paths: moved(paths, 'Body') as Json, schemas: moved(schemas, 'Reply') as Json };
  return { paths: all.paths, schemas: { ...all.schemas, ...shared } };
}

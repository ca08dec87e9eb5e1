// The JSON Schema of scenario files, for editors.
import * as z from 'zod';
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import { fileSchema, fragmentSchema } from './language/file-schema.js';
import { VERBS } from './verbs/registry.js';
import type { Verb } from './verbs/verb.js';

export function scenarioJsonSchema(): JsonSchema {
  const file = editorSchema('scenario', 'A scenario of conform', fileSchema);
  return withSteps(file, ['steps', 'cleanup']);
}

/** A fragment that scenarios include. */
export function fragmentJsonSchema(): JsonSchema {
  const file = editorSchema('fragment', 'A fragment of scenarios of conform', fragmentSchema);
  return withSteps(file, ['steps']);
}

/** @param keys of the file, under which it has steps. */
function withSteps(file: JsonSchema, keys: readonly string[]): JsonSchema {
  const lists = keys.map((key) => [key, { ...(file.properties?.[key] as object), items: STEP }] as const);
  return {
    ...withReferences({ ...file, properties: { ...file.properties, ...Object.fromEntries(lists) } }),
    $defs: {
      step: anyStep(),
      ...Object.fromEntries(VERBS.map((verb) => [verb.name, withReferences(stepSchema(verb))])),
    },
  };
}

const STEP = { $ref: '#/$defs/step' };

/**
 * The first key that is a verb decides which step it is. Written as a chain and not as one of many: an editor then
 * tells what is wrong with the step that is meant, and of a step that is none, that its key is unknown.
 */
function anyStep(): object {
  const summaries = VERBS.map(({ name, summary }) => [name, { description: summary }] as const);
  const unknown = {
    type: 'object',
    properties: { ...Object.fromEntries(summaries), ...INCLUDE, ...SPLICED },
    additionalProperties: false,
    minProperties: 1,
  };
  const spliced = { properties: SPLICED };
  const verbs = VERBS.reduceRight<object>(
    (others, { name }) => choice(name, { $ref: `#/$defs/${name}` }, others),
    unknown,
  );
  return choice('do', spliced, verbs);
}

function choice(key: string, chosen: object, others: object): object {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: { type: 'object', required: [key] }, then: chosen, else: others };
}

/** Inside of `parallel` a step takes two more fields; an editor cannot see where it is, so it may have them anywhere. */
const TIMING = {
  at: { type: 'string', description: 'inside of parallel: when it starts, after the others' },
  times: { type: 'integer', minimum: 1, description: 'inside of parallel: how many of it' },
  every: { type: 'string', description: 'inside of parallel: how far apart they start' },
};

const INCLUDE = { include: { type: 'string', description: 'path of a fragment whose steps stand here' } };

/** Its other keys are those of the verb that the matrix puts in, which an editor cannot know. */
const SPLICED = { do: { description: 'a step out of the matrix, as in ${matrix.request}' } };

function stepSchema({ name, schema, summary, nested }: Verb): JsonSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  const inner = nested ? { [nested.key]: { type: 'array', items: STEP } } : {};
  const own = { ...written.properties, ...inner };
  const properties = { ...own, [name]: { ...own[name], description: summary }, ...TIMING };
  return { ...written, description: summary, properties };
}

// In a scenario, `${matrix.…}` may stand for any value. A JSON Schema of the values has to take it in their place.

const REFERENCE = { type: 'string', pattern: String.raw`\$\{`, description: 'a value of the matrix' };

/** The keywords whose values are schemas by names. */
const MAPS = ['properties'];
/** The keywords whose value is a schema. */
const SINGLE = ['items', 'additionalProperties'];

/** @param schema of a value that stands in the file itself; what is inside of it may be references. */
function withReferences<S extends object>(schema: S): S {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (typeof value !== 'object' || value === null) return [keyword, value];
    if (MAPS.includes(keyword)) {
      const schemas = Object.entries(value as Readonly<Record<string, object>>);
      return [keyword, Object.fromEntries(schemas.map(([key, each]) => [key, orReference(each)]))];
    }
    if (SINGLE.includes(keyword)) return [keyword, orReference(value as JsonSchema)];
    if (keyword === 'anyOf') return [keyword, (value as object[]).map(withReferences)];
    return [keyword, value];
  });
  return Object.fromEntries(entries) as S;
}

/** A text that may be any text, and what is a reference to a step, take it already. */
function orReference(schema: object): object {
  const inner = withReferences(schema) as JsonSchema;
  const { anyOf, description, type, $ref } = inner as Record<string, unknown>;
  const isClosed = ['enum', 'const', 'pattern'].some((keyword) => keyword in inner);
  if (Array.isArray(anyOf)) return { ...inner, anyOf: [...(anyOf as object[]), REFERENCE] };
  if ($ref !== undefined || ((type === undefined || type === 'string') && !isClosed)) return inner;
  return { ...(description === undefined ? {} : { description }), anyOf: [inner, REFERENCE] };
}

// The JSON Schema of scenario files, for editors.
import { z } from 'zod';
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import { fileSchema } from './language/file-schema.js';
import { VERBS } from './verbs/registry.js';
import type { Verb } from './verbs/verb.js';

export function scenarioJsonSchema(): JsonSchema {
  const file = editorSchema('scenario', 'A scenario of conform', fileSchema);
  const { steps, cleanup } = file.properties as Record<string, object>;
  const items = { $ref: '#/$defs/step' };
  return {
    ...file,
    properties: { ...file.properties, steps: { ...steps, items }, cleanup: { ...cleanup, items } },
    $defs: {
      step: { anyOf: [...VERBS.map(({ name }) => ({ $ref: `#/$defs/${name}` })), INCLUDE, SPLICE] },
      ...Object.fromEntries(VERBS.map((verb) => [verb.name, stepSchema(verb)])),
    },
  };
}

/** Inside of `parallel` a step takes two more fields; an editor cannot see where it is, so it may have them anywhere. */
const TIMING = {
  at: { type: 'string', description: 'inside of parallel: when it starts, after the others' },
  times: { type: 'integer', minimum: 1, description: 'inside of parallel: how many of it' },
  every: { type: 'string', description: 'inside of parallel: how far apart they start' },
};

const INCLUDE = {
  type: 'object',
  properties: { include: { type: 'string', description: 'path of a fragment whose steps stand here' } },
  required: ['include'],
  additionalProperties: false,
};

const SPLICE = {
  type: 'object',
  properties: { do: { description: 'a step out of the matrix, as in ${matrix.request}' } },
  required: ['do'],
};

function stepSchema({ name, schema, summary, nested }: Verb): JsonSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  const inner = nested ? { [nested.key]: { type: 'array', items: { $ref: '#/$defs/step' } } } : {};
  const own = written.properties?.[name] as object;
  const properties = { ...written.properties, [name]: { ...own, description: summary }, ...inner, ...TIMING };
  return { ...written, description: summary, properties };
}

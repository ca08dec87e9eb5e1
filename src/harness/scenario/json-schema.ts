// The JSON Schema of scenario files, for editors.
import { z } from 'zod';
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import { fileSchema, fragmentSchema } from './language/file-schema.js';
import { VERBS } from './verbs/registry.js';
import { withReferences } from './matrix-references.js';
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

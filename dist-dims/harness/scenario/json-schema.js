// The JSON Schema of scenario files, for editors.
import { z } from 'zod';
import { fileSchema } from './language/file-schema.js';
import { VERBS } from './verbs/registry.js';
/** Written against the 2020-12 draft. Editors take it from the first line of a file or from their settings. */
export function scenarioJsonSchema() {
    const file = z.toJSONSchema(fileSchema, { io: 'input' });
    const steps = { type: 'array', minItems: 1, items: { $ref: '#/$defs/step' } };
    return {
        ...file,
        $id: 'https://conform.invalid/scenario.schema.json',
        title: 'A scenario of conform',
        properties: { ...file.properties, steps, cleanup: { type: 'array', items: { $ref: '#/$defs/step' } } },
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
function stepSchema({ schema, summary, nested }) {
    const { $schema: _, ...written } = z.toJSONSchema(schema, { io: 'input' });
    const inner = nested ? { [nested.key]: { type: 'array', items: { $ref: '#/$defs/step' } } } : {};
    return { ...written, description: summary, properties: { ...written.properties, ...inner, ...TIMING } };
}

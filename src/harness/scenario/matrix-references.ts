// In a scenario, `${matrix.…}` may stand for any value. A JSON Schema of the values has to take it in their place.
import type { JsonSchema } from '../../document/editor-schema.js';

const REFERENCE = { type: 'string', pattern: String.raw`\$\{`, description: 'a value of the matrix' };

/** The keywords whose values are schemas by names. */
const MAPS = ['properties'];
/** The keywords whose value is a schema. */
const SINGLE = ['items', 'additionalProperties'];

/** @param schema of a value that stands in the file itself; what is inside of it may be references. */
export function withReferences<S extends object>(schema: S): S {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (typeof value !== 'object' || value === null) return [keyword, value];
    if (MAPS.includes(keyword)) return [keyword, eachValue(value as Readonly<Record<string, object>>)];
    if (SINGLE.includes(keyword)) return [keyword, orReference(value as JsonSchema)];
    if (keyword === 'anyOf') return [keyword, (value as object[]).map(withReferences)];
    return [keyword, value];
  });
  return Object.fromEntries(entries) as S;
}

function eachValue(schemas: Readonly<Record<string, object>>): object {
  return Object.fromEntries(Object.entries(schemas).map(([key, each]) => [key, orReference(each)]));
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

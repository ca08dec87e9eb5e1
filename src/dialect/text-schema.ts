// JSON Schemas of scalars that are written as text, within text, and as keys.
import type { ShapeSchema } from './json-schema.js';

export const INTEGER = String.raw`^-?(?:0|[1-9]\d*)$`;
export const NUMERAL = String.raw`^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$`;
const ANYTHING = String.raw`[\s\S]*`;

/** The schema of the same scalar as a JSON string. */
export function textSchema(schema: ShapeSchema): ShapeSchema {
  if (schema['type'] === 'string') return schema;
  const kept = described(schema);
  if (Array.isArray(schema['enum'])) return { ...kept, type: 'string', enum: schema['enum'].map(String) };
  if (schema['type'] === 'boolean') return { ...kept, type: 'string', enum: ['true', 'false'] };
  return { ...kept, type: 'string', pattern: schema['type'] === 'integer' ? INTEGER : NUMERAL };
}

/** The schema of the same text with other text around it. */
export function surroundedSchema(schema: ShapeSchema, prefix: string, suffix: string): ShapeSchema {
  const kept = described(schema);
  if (Array.isArray(schema['enum'])) {
    const words = schema['enum'].map((word) => `${prefix}${String(word)}${suffix}`);
    return { ...kept, type: 'string', enum: words };
  }
  return {
    ...kept,
    type: 'string',
    pattern: `^${literally(prefix)}${bodyOf(schema)}${literally(suffix)}$`,
  };
}

/** The pattern of keys that are such a text; undefined when every key is one. */
export function keyPattern(schema: ShapeSchema): string | undefined {
  const body = bodyOf(schema);
  return body === ANYTHING ? undefined : `^${body}$`;
}

/** What stands for such a text within a pattern. */
export function bodyOf(schema: ShapeSchema): string {
  if (Array.isArray(schema['enum'])) {
    return `(?:${schema['enum'].map((word) => literally(String(word))).join('|')})`;
  }
  const { pattern } = schema;
  // Every pattern of the scalars stands between ^ and $.
  return typeof pattern === 'string' ? `(?:${pattern.slice(1, -1)})` : ANYTHING;
}

function described({ description }: ShapeSchema): ShapeSchema {
  return description === undefined ? {} : { description };
}

export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

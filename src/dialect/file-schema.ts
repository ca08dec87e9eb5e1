// The JSON Schema of dialect files, for editors: the settings, and the names of the shapes. What stands in a shape is
// anybody's own; `conform validate` reads it.
import { z } from 'zod';
import { SHAPE_NAMES } from '../contract/schemas/shapes.js';
import { settingsSchema } from './settings.js';

/** Written against the 2020-12 draft. */
export function dialectJsonSchema(): Record<string, unknown> {
  const file = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' });
  const shapes = SHAPE_NAMES.map((name) => [
    name,
    { type: 'object', description: 'a sample of the wire, with $placeholders' },
  ]);
  return {
    ...file,
    $id: 'https://conform.invalid/dialect.schema.json',
    title: 'A dialect of conform',
    properties: { ...file.properties, ...Object.fromEntries(shapes) },
    additionalProperties: false,
  };
}

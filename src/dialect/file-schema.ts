// The JSON Schema of dialect files, for editors: the settings, and the names of the shapes. What stands in a shape is
// anybody's own; `conform validate` reads it.
import { SHAPE_NAMES } from '../contract/schemas/shapes.js';
import { editorSchema, type JsonSchema } from '../document/editor-schema.js';
import { settingsSchema } from './settings.js';

export function dialectJsonSchema(): JsonSchema {
  const file = editorSchema('dialect', 'A dialect of conform', settingsSchema);
  const shapes = SHAPE_NAMES.map((name) => [
    name,
    { type: 'object', description: 'a sample of the wire, with $placeholders' },
  ]);
  return {
    ...file,
    properties: { ...file.properties, ...(Object.fromEntries(shapes) as Record<string, object>) },
    additionalProperties: false,
  };
}

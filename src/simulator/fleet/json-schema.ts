// The fleet file as a JSON Schema, by which editors complete and check it.
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import { fleetFileSchema } from './schema/fleet-file.js';

export function fleetJsonSchema(): JsonSchema {
  return editorSchema(
    'fleet',
    'A fleet of conform',
    fleetFileSchema(() => undefined),
  );
}

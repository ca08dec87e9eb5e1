// The JSON Schema of target profiles, for editors.
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import { targetProfileSchema } from './profile-schema.js';

export function profileJsonSchema(): JsonSchema {
  return editorSchema('target', 'A target profile of conform', targetProfileSchema);
}

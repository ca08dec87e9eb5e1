// JSON Schemas of the files that an audit reads.
import { editorSchema, type JsonSchema } from '../document/editor-schema.js';
import { auditFileSchema } from './config/audit-file.js';
import { daySchema } from './days/day.js';

export function dayJsonSchema(): JsonSchema {
  return editorSchema('day', 'A day of an audit by conform', daySchema);
}

export function auditJsonSchema(): JsonSchema {
  return editorSchema('audit', 'An audit of conform', auditFileSchema);
}

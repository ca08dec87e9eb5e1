// The file of a variant as a JSON Schema, by which editors complete and check it.
import * as z from 'zod';
import { editorSchema, explainedWords, type JsonSchema } from '../../document/editor-schema.js';
import { anyOrder } from '../faults/plan/json-schema.js';
import { allStyles } from '../styles/registry.js';
import { variantFileSchema } from './parse-variant.js';

export function variantJsonSchema(): JsonSchema {
  const styles = Object.fromEntries(allStyles().map(({ id, summary }) => [id, summary]));
  const file = variantFileSchema.safeExtend({
    faults: z.array(anyOrder).min(1).optional().describe('Faults that are always there, as in a fault plan'),
    styles: z
      .array(z.string().meta(explainedWords(styles)))
      .min(1)
      .optional()
      .describe('Styles of the service by their ids'),
  });
  return editorSchema('variant', 'A variant of conform', file);
}

// The fault plan as a JSON Schema, by which editors complete and check it.
import * as z from 'zod';
import { editorSchema, type JsonSchema } from '../../../document/editor-schema.js';
import { orderSchema } from '../order.js';
import { FAULT_TYPES } from '../registry.js';

/** An order for any of the faults. */
export const anyOrder = z.union(FAULT_TYPES.map(orderSchema));

export function faultPlanJsonSchema(): JsonSchema {
  const plan = z.strictObject({
    about: z.string().optional().describe('What one will see'),
    faults: z.array(anyOrder).min(1).describe('The faults of the plan'),
  });
  return editorSchema('fault-plan', 'A fault plan of conform', plan);
}

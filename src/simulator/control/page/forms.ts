// The schemas that check faults and stimuli, as JSON Schema: the page makes its forms of them.
import { z } from 'zod';
import { orderSchema } from '../../faults/order.js';
import { FAULT_TYPES } from '../../faults/registry.js';
import type { FaultKind, Forms, FormSchema } from '../replies.js';
import { stimulusSchema } from '../stimuli.js';

export function formsOf(): Forms {
  const faults = FAULT_TYPES.map((kind): FaultKind => {
    const { type, group, summary, occasion, legality } = kind;
    const { legal, because } = legality;
    return { type, group, summary, occasion, legal, because, schema: schemaOf(orderSchema(kind)) };
  });
  return { faults, stimuli: stimulusSchema.options.map(schemaOf) };
}

function schemaOf(schema: z.ZodType): FormSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as FormSchema;
}

// The fault plan as a JSON Schema, by which editors complete and check it.
import { z } from 'zod';
import { orderSchema } from '../order.js';
import { FAULT_TYPES } from '../registry.js';
export function faultPlanJsonSchema() {
    const plan = z.strictObject({
        about: z.string().optional().describe('What one will see'),
        faults: z.array(z.union(FAULT_TYPES.map(orderSchema))).min(1),
    });
    const schema = z.toJSONSchema(plan, { io: 'input', unrepresentable: 'any' });
    return { ...schema, title: 'conform fault plan' };
}

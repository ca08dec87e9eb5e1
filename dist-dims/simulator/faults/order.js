// An order for a fault: as somebody writes it in a plan, sends it to the control plane or gives it as flags.
import { z } from 'zod';
import { duration, span } from '../../document/duration.js';
import { selectorSchema } from './selector.js';
const common = {
    id: z
        .string()
        .regex(/^[\w.-]{1,64}$/, 'has 1 to 64 letters, digits, and . _ -')
        .optional()
        .describe('Names the fault in the journal and names its chance'),
    after: duration().optional().describe('When it begins, from the start or from the order'),
    every: z.int().min(1).optional().describe('Fires at every Nth occasion only'),
    probability: z.number().gt(0).max(1).optional().describe('Fires at an occasion with this probability'),
    count: z.int().min(1).optional().describe('Fires at most so often'),
    for: span().optional().describe('How long it lasts; until it is cleared when absent'),
};
/** The schema of an order for one type of fault. */
export function orderSchema(kind) {
    return z.strictObject({
        fault: z.literal(kind.type).describe(kind.summary),
        on: selectorSchema(kind.selects).optional().describe('Whom it is meant for; everything when absent'),
        with: kind.parameters.prefault({}).describe('Parameters'),
        ...common,
    });
}
export function orderOf(parsed, written) {
    return {
        id: parsed.id,
        type: parsed.fault,
        parameters: parsed.with,
        selector: parsed.on ?? {},
        trigger: {
            after: parsed.after ?? 0,
            every: parsed.every ?? 1,
            probability: parsed.probability ?? 1,
            count: parsed.count,
        },
        lasts: parsed.for,
        written,
    };
}

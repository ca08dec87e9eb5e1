// An order for a fault: as somebody writes it in a plan, sends it to the control plane or gives it as flags.
import * as z from 'zod';
import type { FaultType } from './fault.js';
import { durationSchema, spanSchema } from '../../document/duration.js';
import { type Selector, selectorSchema } from './selector.js';
import type { Trigger } from './engine/trigger.js';

/** As written: plain JSON. */
export type FaultEntry = Readonly<Record<string, unknown>> & { readonly fault: string };

export interface FaultOrder {
  /** Chosen by the engine when absent. */
  readonly id: string | undefined;
  readonly type: string;
  readonly parameters: unknown;
  readonly selector: Selector;
  readonly trigger: Trigger;
  /** Ms; until it is cleared when undefined. */
  readonly lasts: number | undefined;
  readonly written: FaultEntry;
}

const common = {
  id: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'has 1 to 64 letters, digits, and . _ -')
    .optional()
    .describe('Names the fault in the journal and names its chance'),
  after: durationSchema().optional().describe('When it begins, from the start or from the order'),
  every: z.int().min(1).optional().describe('Fires at every Nth occasion only'),
  probability: z.number().gt(0).max(1).optional().describe('Fires at an occasion with this probability'),
  count: z.int().min(1).optional().describe('Fires at most so often'),
  for: spanSchema().optional().describe('How long it lasts; until it is cleared when absent'),
};

/** The schema of an order for one type of fault. */
export function orderSchema(kind: FaultType) {
  return z.strictObject({
    fault: z.literal(kind.type).describe(kind.summary),
    on: selectorSchema(kind.selects).optional().describe('Whom it is meant for; everything when absent'),
    with: kind.parameters.prefault({}).describe('Parameters'),
    ...common,
  });
}

type Parsed = z.output<ReturnType<typeof orderSchema>>;

export function orderOf(parsed: Parsed, written: FaultEntry): FaultOrder {
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

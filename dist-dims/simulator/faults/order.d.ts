import { z } from 'zod';
import type { FaultType } from './fault.js';
import { type Selector } from './selector.js';
import type { Trigger } from './engine/trigger.js';
/** As written: plain JSON. */
export type FaultEntry = Readonly<Record<string, unknown>> & {
    readonly fault: string;
};
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
/** The schema of an order for one type of fault. */
export declare function orderSchema(kind: FaultType): z.ZodObject<{
    id: z.ZodOptional<z.ZodString>;
    after: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    every: z.ZodOptional<z.ZodInt>;
    probability: z.ZodOptional<z.ZodNumber>;
    count: z.ZodOptional<z.ZodInt>;
    for: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    fault: z.ZodLiteral<string>;
    on: z.ZodOptional<z.ZodType<Selector, unknown, z.core.$ZodTypeInternals<Selector, unknown>>>;
    with: z.ZodPrefault<z.ZodObject<z.core.$ZodLooseShape, z.core.$strip>>;
}, z.core.$strict>;
type Parsed = z.output<ReturnType<typeof orderSchema>>;
export declare function orderOf(parsed: Parsed, written: FaultEntry): FaultOrder;
export {};

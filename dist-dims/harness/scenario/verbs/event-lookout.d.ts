import type { Evaluation } from '../engine/evaluate.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import * as events from './event-fields.js';
import type { Captured } from './verb.js';
/** Fields of the verbs that wait for an event. */
export declare const awaiting: {
    within: import("zod").ZodOptional<import("zod").ZodPipe<import("zod").ZodString, import("zod").ZodTransform<number, string>>>;
    as: import("zod").ZodOptional<import("zod").ZodString>;
};
interface Awaiting extends events.Listening {
    readonly within?: number | undefined;
    readonly as?: string | undefined;
}
/** The event, where the step gives it a name. */
export declare function eventName({ as }: Pick<Awaiting, 'as'>): Captured | undefined;
export interface Watched {
    readonly wanted: Record<string, unknown>;
    readonly since: number;
    readonly until: number;
    /** Connections on which the event has not come. */
    readonly missing: readonly string[];
}
/** Waits until the event has come on all connections, or the time is up; keeps it under its name. */
export declare function watch(context: ExecutionContext, topic: string, fields: Awaiting): Promise<Watched>;
/** Whether another connection of the run was sent what is missing on these. */
export declare function cameElsewhere(context: ExecutionContext, { wanted, since }: Watched): boolean;
export declare function evaluateWatch(context: ExecutionContext, { wanted, since, until, missing }: Watched): Evaluation;
export {};

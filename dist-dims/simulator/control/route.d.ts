import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Installation } from './installation.js';
import type { Steering } from './steering.js';
export interface ControlContext {
    readonly installation: Installation;
    readonly steering: Steering;
    /** The metrics in the format of Prometheus. */
    readonly metrics: () => Promise<{
        readonly contentType: string;
        readonly text: string;
    }>;
}
export interface ControlProblem {
    readonly message: string;
    /** JSON Pointer into the body, or `?name` for a query parameter. */
    readonly pointer?: string;
    readonly hint?: string;
}
export type ControlReply = {
    readonly kind: 'json';
    readonly status: 200 | 201;
    readonly value: unknown;
} | {
    readonly kind: 'text';
    readonly contentType: string;
    readonly text: string;
} | {
    readonly kind: 'refused';
    readonly status: number;
    readonly problems: readonly ControlProblem[];
}
/** The route writes to the response itself, until it or the client ends it. */
 | {
    readonly kind: 'stream';
    readonly start: (response: ServerResponse) => void;
};
export interface ControlRequest<B, Q> {
    readonly parameters: Readonly<Record<string, string | undefined>>;
    readonly query: Q;
    readonly body: B;
    readonly headers: Readonly<Record<string, string | undefined>>;
}
export interface ControlRoute {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Below the prefix; `{name}` is a parameter. */
    readonly path: string;
    readonly summary: string;
    readonly body?: z.ZodType;
    /** `text`: YAML and other text, not parsed. */
    readonly text?: boolean;
    /** Takes a body as large as a snapshot. */
    readonly large?: boolean;
    readonly query?: z.ZodObject;
    handle(request: ControlRequest<never, never>, context: ControlContext): ControlReply | Promise<ControlReply>;
}
/** Ties the schemas of a route to the function that gets what they have read. */
export declare function route<B extends z.ZodType = z.ZodUndefined, Q extends z.ZodObject = z.ZodObject<{}>>(definition: Omit<ControlRoute, 'handle' | 'body' | 'query'> & {
    readonly body?: B;
    readonly query?: Q;
    handle(request: ControlRequest<z.output<B>, z.output<Q>>, context: ControlContext): ControlReply | Promise<ControlReply>;
}): ControlRoute;
export declare function json(value: unknown, status?: 200 | 201): ControlReply;
export declare function refused(status: number, message: string, more?: Omit<ControlProblem, 'message'>): Extract<ControlReply, {
    kind: 'refused';
}>;
/** A page of a list, for queries. */
export declare const page: {
    limit: z.ZodDefault<z.ZodCoercedNumber<unknown>>;
    cursor: z.ZodOptional<z.ZodString>;
};

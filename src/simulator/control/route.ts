// What a route of the control plane is made of: a method, a path, what it takes, and what it does.
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Installation } from './installation.js';
import type { JournalRecord } from './journal/entry.js';
import type { PageAssets } from './page/assets.js';
import type { ClientConduct } from './replies.js';
import type { Steering } from './steering.js';

/** What the control plane serves a page with. */
export interface PageParts {
  readonly assets: PageAssets;
  /** Fault plans that the page offers, as YAML. */
  readonly plans: readonly { readonly name: string; readonly text: string }[];
  /** Judges the clients in the records; it stands outside of the simulator. */
  readonly judge: (records: readonly JournalRecord[], dropped: number) => Promise<readonly ClientConduct[]>;
  /** Address of the simulated service. */
  readonly serviceUrl: string;
}

export interface ControlContext {
  /** Undefined where no page is served. */
  readonly page?: PageParts | undefined;
  readonly installation: Installation;
  readonly steering: Steering;
  /** Of a cluster: reads what is new at all instances. */
  readonly pull?: () => Promise<void>;
  /** The metrics in the format of Prometheus. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

export interface ControlProblem {
  readonly message: string;
  /** JSON Pointer into the body, or `?name` for a query parameter. */
  readonly pointer?: string;
  readonly hint?: string;
}

export type ControlReply =
  | { readonly kind: 'json'; readonly status: 200 | 201; readonly value: unknown }
  | { readonly kind: 'text'; readonly contentType: string; readonly text: string }
  /** A file of the page. */
  | { readonly kind: 'asset'; readonly contentType: string; readonly text: string }
  | { readonly kind: 'refused'; readonly status: number; readonly problems: readonly ControlProblem[] }
  /** The route writes to the response itself, until it or the client ends it. */
  | { readonly kind: 'stream'; readonly start: (response: ServerResponse) => void };

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
  handle(
    request: ControlRequest<never, never>,
    context: ControlContext,
  ): ControlReply | Promise<ControlReply>;
}

/** Ties the schemas of a route to the function that gets what they have read. */
export function route<B extends z.ZodType = z.ZodUndefined, Q extends z.ZodObject = z.ZodObject<{}>>(
  definition: Omit<ControlRoute, 'handle' | 'body' | 'query'> & {
    readonly body?: B;
    readonly query?: Q;
    handle(
      request: ControlRequest<z.output<B>, z.output<Q>>,
      context: ControlContext,
    ): ControlReply | Promise<ControlReply>;
  },
): ControlRoute {
  return definition;
}

export function json(value: unknown, status: 200 | 201 = 200): ControlReply {
  return { kind: 'json', status, value };
}

export function refused(
  status: number,
  message: string,
  more: Omit<ControlProblem, 'message'> = {},
): Extract<ControlReply, { kind: 'refused' }> {
  return { kind: 'refused', status, problems: [{ message, ...more }] };
}

/** A page of a list, for queries. */
export const page = {
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: z.string().optional(),
};

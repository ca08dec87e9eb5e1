// What a route of the control plane is made of, who may ask for it, and what is read of a request.
import type { ServerResponse, IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { ReplyName, REPLIES } from './document/replies.js';
import type { Installation } from './installation.js';
import type { JournalRecord } from './journal/entry.js';
import type { ClockAct, Steering } from './steering.js';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Problem } from '../../document/problem.js';
import { defined } from '../../kernel/defined.js';
import { readJson } from '../../kernel/json-limits.js';
import { CONTROL_LIMITS } from '../limits/limits.js';

// The files of the page, as the control plane serves them: to anybody of this machine, since nothing in them is a
// secret and nothing in them works without the token.

export interface PageAsset {
  readonly contentType: string;
  readonly text: string;
}

/** By path, `/` first. */
export type PageAssets = ReadonlyMap<string, PageAsset>;

/** No script but the page's own, nothing of any other origin, and no frame around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Undefined when the request is for no file of the page. */
export function assetFor(
  assets: PageAssets | undefined,
  method: string | undefined,
  target: string | undefined,
): PageAsset | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  return assets?.get((target ?? '').split('?', 1)[0] ?? '');
}

// What the rules that bind clients say of one of them.

export interface ClientConduct {
  readonly client: string;
  readonly rulings: readonly ConductRuling[];
}

export interface ConductRuling {
  readonly rule: string;
  readonly sentence: string;
  readonly kind: 'broken' | 'undecided' | 'holds' | 'not exercised';
  /** How often the rule was put to the test. */
  readonly n: number;
  /** Why it is undecided, or what it would take to put it to the test; empty otherwise. */
  readonly why: string;
  /** The latest ones, the latest first. */
  readonly breaches: readonly ConductBreach[];
  /** How many more there are. */
  readonly more: number;
}

export interface ConductBreach {
  /** Clock time in ms. */
  readonly at: number;
  /** Numbers of exchanges of the journal. */
  readonly exchanges: readonly number[];
  readonly done: string;
  readonly right: string;
}

// What a route of the control plane is made of: a method, a path, what it takes, and what it does.

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

/** The body of a refusal. */
export type RefusedReply = z.output<typeof REPLIES.Problems>;

type ControlProblem = RefusedReply['problems'][number];

export type ControlReply =
  | { readonly kind: 'json'; readonly status: 200 | 201; readonly value: unknown }
  | { readonly kind: 'text'; readonly contentType: string; readonly text: string }
  /** A file of the page. */
  | { readonly kind: 'asset'; readonly contentType: string; readonly text: string }
  | { readonly kind: 'refused'; readonly status: number; readonly problems: readonly ControlProblem[] }
  /** The route writes to the response itself, until it or the client ends it. */
  | { readonly kind: 'stream'; readonly start: (response: ServerResponse) => void };

interface ControlRequest<B, Q> {
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly query: Q;
  readonly body: B;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix; `{name}` is a parameter. */
  readonly path: string;
  /** The name that generated clients give it; names and shapes of version 1 stay. Those that are for the page have none. */
  readonly id?: string;
  /** The shape of its answer. `{ list }`: an object with this list of them. Text has a type of content instead. */
  readonly reply?:
    | ReplyName
    | { readonly list: string; readonly of: ReplyName; readonly also?: readonly string[] }
    | { readonly contentType: string };
  /** Where it is not 200. */
  readonly status?: 201;
  readonly summary: string;
  readonly body?: z.ZodType;
  /** `text`: YAML and other text, not parsed. */
  readonly text?: boolean;
  /** Takes a body as large as a snapshot. */
  readonly large?: boolean;
  readonly query?: z.ZodObject;
  /** In a cluster, it changes what is the same for all instances: all do it. */
  readonly shared?: true;
  /** What it does to the clock of all. */
  clockAct?(body: never): ClockAct;
  /** What is read of all instances of a cluster first. */
  readonly looks?: readonly ('fleet' | 'clients' | 'commands' | 'records')[];
  handle(
    request: ControlRequest<never, never>,
    context: ControlContext,
  ): ControlReply | Promise<ControlReply>;
}

/** Ties the schemas of a route to the function that gets what they have read. */
export function route<B extends z.ZodType = z.ZodUndefined, Q extends z.ZodObject = z.ZodObject<{}>>(
  at: `${ControlRoute['method']} /${string}`,
  definition: Omit<ControlRoute, 'method' | 'path' | 'handle' | 'body' | 'query'> & {
    readonly body?: B;
    readonly query?: Q;
    handle(
      request: ControlRequest<z.output<B>, z.output<Q>>,
      context: ControlContext,
    ): ControlReply | Promise<ControlReply>;
  },
): ControlRoute {
  const [method, path] = at.split(' ') as [ControlRoute['method'], string];
  return { ...definition, method, path };
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

/** @param placed whether the lines and columns of the problems are places in the client's own text. */
export function unreadableOrder(problems: readonly Problem[], placed = false): ControlReply {
  const told = problems.map(({ line, column, message, hint }) =>
    defined({ message: placed ? `line ${line}, column ${column}: ${message}` : message, hint }),
  );
  return { kind: 'refused', status: 422, problems: told };
}

/** A page of a list, for queries. */
export const page = {
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Entries of the page, at most.'),
  cursor: z.string().optional().describe('The nextCursor of the page before.'),
};

// Who may use the control plane: programs of this machine and the page that it serves itself, with the token. Other
// web pages may not, not even one whose host name resolves to this machine (DNS rebinding).

/** A real secret, so it comes from the system's random source and not from the seed. */
export function createControlToken(): string {
  return `ctl-${randomBytes(24).toString('base64url')}`;
}

const LOOPBACK_NAME = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** The refusal of a request that was meant for another name, or undefined when the caller may go on. */
export function guardHost({ host }: IncomingHttpHeaders): ControlReply | undefined {
  if (LOOPBACK_NAME.test(host ?? '')) return undefined;
  return refused(403, 'The Host header must name this machine: localhost, 127.0.0.1 or [::1].');
}

/** The same for who asks: the page of this very port, or a program, and either with the token. */
export function guard(headers: IncomingHttpHeaders, token: string): ControlReply | undefined {
  const stopped = guardHost(headers);
  if (stopped) return stopped;
  const { origin, host } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`)
    return refused(403, 'Web pages of other origins may not use the control plane.');
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (given === undefined)
    return refused(401, 'The token of the control plane is needed: Authorization: Bearer <token>.');
  if (!timingSafeEqual(digest(given), digest(token)))
    return refused(
      401,
      'This is not the token of this simulator: each one has its own, and prints it at its start.',
    );
  return undefined;
}

/** All digests have the same length, whatever text is given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// Reads what a request of the control plane brings, or says where it is wrong.

type ReadInput =
  | { readonly ok: true; readonly body: unknown; readonly query: unknown }
  | { readonly ok: false; readonly problems: readonly ControlProblem[] };

const UNREADABLE = {
  syntax: 'The body is not JSON.',
  depth: 'The body nests too deep.',
  values: 'The body has too many values.',
};

export function readInput(asked: ControlRoute, text: string, search: string): ReadInput {
  const parameters = new URLSearchParams(search);
  const repeated = repeatedIn(parameters.keys());
  if (repeated !== undefined) {
    const pointer = `?${repeated.slice(0, 100)}`;
    return { ok: false, problems: [{ message: 'This parameter is given more than once.', pointer }] };
  }
  const query = asked.query?.safeParse(Object.fromEntries(parameters));
  if (query && !query.success) {
    return { ok: false, problems: query.error.issues.map((issue) => problemOf(issue, '?')) };
  }
  if (asked.text) return { ok: true, body: text, query: query?.data };
  if (!asked.body) {
    if (text.trim() !== '' && text.trim() !== '{}')
      return { ok: false, problems: [{ message: 'This request takes no body.' }] };
    return { ok: true, body: undefined, query: query?.data };
  }
  const read = readJson(text, asked.large ? CONTROL_LIMITS.snapshotJson : CONTROL_LIMITS.json);
  if (!read.ok) return { ok: false, problems: [{ message: UNREADABLE[read.why], pointer: '' }] };
  const body = asked.body.safeParse(read.value);
  if (body.success) return { ok: true, body: body.data, query: query?.data };
  return { ok: false, problems: body.error.issues.map((issue) => problemOf(issue, '/')) };
}

function repeatedIn(names: Iterable<string>): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

function problemOf(issue: z.core.$ZodIssue, before: '?' | '/'): ControlProblem {
  const pointer =
    before === '?'
      ? `?${issue.path.map(String).join('.')}`
      : issue.path.map((part) => `/${escape(part)}`).join('');
  return { message: issue.message, pointer };
}

function escape(part: PropertyKey): string {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}

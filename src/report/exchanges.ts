// A request and what came of it, put together again from the records of a trace for people to read.
import type { CheckResult } from '../harness/verdict/verdict.js';
import { redactNames } from '../output/secret-names.js';
import { isObject } from '../kernel/json.js';
import {
  type BrokenRecord,
  type ReplyRecord,
  type RequestRecord,
  type TraceRecord,
  writtenCode,
} from '../trace/record.js';

type Seen<R> = R & Pick<TraceRecord, 'at' | 'seq'>;

export type ShownExchange = ReturnType<typeof exchangesOf>[number];

/** The exchanges with these numbers, in the order in which they were sent. */
export function exchangesOf(check: CheckResult, ids?: readonly number[]) {
  const ends = new Map<number, Seen<ReplyRecord> | Seen<BrokenRecord>>();
  for (const record of check.trace) {
    if (record.kind === 'reply' || record.kind === 'broken') ends.set(record.exchange, record);
  }
  return check.trace.flatMap((record) => {
    if (record.kind !== 'request' || (ids && !ids.includes(record.exchange))) return [];
    /** Undefined when the trace ends before the request did. */
    const end = ends.get(record.exchange);
    /** Milliseconds from the start of the check. */
    const since = (at: number): number => Math.round(at - check.startedAt);
    const request: Seen<RequestRecord> = record;
    return [{ id: record.exchange, request, end, from: since(record.at), to: end && since(end.at) }];
  });
}

/** `GET /svc/v1/devices`, with the key that is in no body, or the topic of a frame. */
export function requestLine({ request }: ShownExchange): string {
  if (request.channel === 'ws') return request.what;
  if (request.method === undefined) return request.what;
  const key = request.idempotencyKey === undefined ? '' : ` with key ${request.idempotencyKey}`;
  return `${request.method} ${request.path ?? ''}`.trimEnd() + key;
}

/** Who sent it and over what: `REST as reader`, `WebSocket main as reader`. */
export function senderOf({ request }: ShownExchange): string {
  const channel = request.channel === 'rest' ? 'REST' : `WebSocket ${request.connection ?? ''}`.trimEnd();
  return request.client === undefined ? channel : `${channel} as ${request.client}`;
}

/** `429 RATE_LIMITED`, or why there was no answer. */
export function answerLine({ end }: ShownExchange): string {
  if (!end) return 'no answer before the check ended';
  if (end.kind === 'broken') return `no answer: ${BROKEN_WORDS[end.reason]} (${end.detail})`;
  const parts = [end.status, writtenCode(end)].filter((part) => part !== undefined);
  return parts.join(' ') || 'an answer without a code';
}

const BROKEN_WORDS: Readonly<Record<BrokenRecord['reason'], string>> = {
  cut: 'the harness cut the connection on purpose',
  reset: 'the target broke the connection',
  refused: 'the target refused the connection',
  timeout: 'patience ran out',
};

/** The part of what was sent that is worth showing: a frame's `data`, or the body; all of what was written by hand. */
export function sentPart({ request }: ShownExchange): unknown {
  return request.channel === 'ws' && request.what !== 'raw' ? dataOf(request.body) : request.body;
}

/** The parameters of an operation as they were sent: a body, or what stands beside the name of the operation in a frame. */
export function sentParams(exchange: ShownExchange): unknown {
  const { operation } = exchange.request;
  const sent = sentPart(exchange);
  if (!isObject(sent)) return operation?.params;
  if (exchange.request.channel === 'rest') return sent;
  const named = Object.values(sent).find(
    (each) => isObject(each) && Object.values(each).includes(operation?.name),
  );
  return Object.values(named ?? {}).find(isObject) ?? operation?.params;
}

/** The part of what came that is worth showing: `data` of the envelope; all of it when it is no envelope. */
export function receivedPart({ end }: ShownExchange): unknown {
  if (end?.kind !== 'reply') return undefined;
  return end.code === undefined ? end.body : dataOf(end.body);
}

function dataOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('code' in body || 'data' in body)) return body;
  return 'data' in body ? body.data : undefined;
}

// The part of a trace that a report keeps: all of it where it is small, else what the findings speak of, what led up to
// it, and of the rest the last records. How many are left out is always said.

/** In characters of JSON: of all checks of a report together, and of one check at most and at least. */
const WHOLE_REPORT = 2_000_000;
const MOST_OF_CHECK = 60_000;
const LEAST_OF_CHECK = 4000;

/** @param sharing how many checks of the report have a trace. */
export function roomForTrace(sharing: number): number {
  return Math.max(LEAST_OF_CHECK, Math.min(MOST_OF_CHECK, Math.floor(WHOLE_REPORT / Math.max(1, sharing))));
}

/** @param room in characters of JSON. */
export function boundedTrace(check: CheckResult, room: number) {
  const { trace } = check;
  const sizes = trace.map((record) => JSON.stringify(record).length);
  const spokenOf = exchangesSpokenOf(check);
  const isSpokenOf = (record: TraceRecord): boolean =>
    'exchange' in record ? spokenOf.has(record.exchange) : record.kind === 'step';
  const kept = new Set<number>();
  let left = room;
  const keep = (at: number): void => {
    const size = sizes[at] ?? 0;
    if (kept.has(at) || size > left) return;
    kept.add(at);
    left -= size;
  };
  for (const [at, record] of trace.entries()) if (isSpokenOf(record)) keep(at);
  for (let at = trace.length - 1; at >= 0; at--) keep(at);
  return { records: trace.filter((_, at) => kept.has(at)), leftOut: trace.length - kept.size };
}

function exchangesSpokenOf(check: CheckResult): ReadonlySet<number> {
  const against = check.findings.filter(({ verdict }) => verdict !== 'pass');
  const proven = against.flatMap(({ witness }) => witness?.records ?? []);
  return new Set([
    ...against.flatMap(({ exchanges }) => exchanges),
    ...proven.flatMap((record) => ('exchange' in record ? record.exchange : [])),
  ]);
}

// A JSON value in one short line: enough to see what a reply said, never a page of it.

const LONGEST_TEXT = 80;
const MOST_ELEMENTS = 6;

/** @param length the most characters that come back; what is left out shows as `…`. */
export function gist(value: unknown, length: number): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : shown(redactNames(value));
  return cut(text.replace(/\s+/g, ' '), length);
}

/** Like JSON, with a little air and without quotes around plain keys: it is for people. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value, LONGEST_TEXT));
  if (Array.isArray(value)) {
    const rest = value.length - MOST_ELEMENTS;
    const parts = value.slice(0, MOST_ELEMENTS).map(shown);
    return `[${[...parts, ...(rest > 0 ? [`… ${rest} more`] : [])].join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, inner]) => `${plainKey(key)}: ${shown(inner)}`);
    return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
  }
  return JSON.stringify(value) ?? 'undefined';
}

const plainKey = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** The text, or its beginning and an ellipsis. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`;
}

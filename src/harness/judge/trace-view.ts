// The trace as judges read it: requests with what became of them, and connections with what came on them.
import { SUCCESS } from '../../contract/error-codes.js';
import type { Interval } from '../../kernel/interval.js';
import type {
  BrokenRecord,
  ConnectionRecord,
  EventRecord,
  ReplyRecord,
  RequestRecord,
  StimulusRecord,
  StrayRecord,
  TraceRecord,
} from '../../trace/record.js';

export type Stamped<T> = T & { readonly seq: number; readonly at: number };

export interface SeenExchange {
  readonly id: number;
  readonly request: Stamped<RequestRecord>;
  readonly reply?: Stamped<ReplyRecord>;
  readonly broken?: Stamped<BrokenRecord>;
  /** The time in which the target can have acted on it; without a reply it never ends. */
  readonly span: Interval;
}

/** A stimulus or a look at a witness, with the time in which it was done. */
export type SeenStimulus = Stamped<StimulusRecord> & { readonly span: Interval };

/** An exchange with a reply. */
export type AnsweredCall = SeenExchange & { readonly reply: Stamped<ReplyRecord> };

export interface TraceView {
  /** In the order in which the requests were sent. */
  readonly exchanges: readonly SeenExchange[];
  readonly answered: readonly AnsweredCall[];
  readonly connections: readonly Stamped<ConnectionRecord>[];
  readonly strays: readonly Stamped<StrayRecord>[];
  readonly events: readonly Stamped<EventRecord>[];
  readonly stimuli: readonly SeenStimulus[];
  /** When the last record about a connection came. */
  readonly lastSeen: ReadonlyMap<string, number>;
  /** Connections that have worked: a request on them succeeded, or an event came. */
  readonly lively: ReadonlySet<string>;
  /**
   * What several invariants read out of it, by what reads it. It stands here and not in a WeakMap of whoever reads it:
   * the values of one that is older than they are outlive their key until all of the heap is collected.
   */
  readonly readings: Map<object, unknown>;
}

export function viewTrace(records: readonly TraceRecord[]): TraceView {
  const replies = new Map<number, Stamped<ReplyRecord>>();
  const broken = new Map<number, Stamped<BrokenRecord>>();
  for (const record of records) {
    // The first reply to a request is its reply.
    if (record.kind === 'reply' && !replies.has(record.exchange)) replies.set(record.exchange, record);
    if (record.kind === 'broken') broken.set(record.exchange, record);
  }
  const exchanges = records.flatMap((record) => {
    if (record.kind !== 'request') return [];
    const reply = replies.get(record.exchange);
    const broke = broken.get(record.exchange);
    const span = { from: record.at, to: reply?.at ?? Number.POSITIVE_INFINITY };
    return [
      {
        id: record.exchange,
        request: record,
        span,
        ...(reply ? { reply } : {}),
        ...(broke ? { broken: broke } : {}),
      },
    ];
  });
  const answered = exchanges.filter(isAnswered);
  const lively = new Set([
    // A refusal may be what a connection is told before it is closed.
    ...answered.flatMap(({ request, reply }) => (reply.code === SUCCESS ? (request.connection ?? []) : [])),
    ...records.flatMap((record) => (record.kind === 'event' ? record.connection : [])),
  ]);
  return {
    exchanges,
    answered,
    connections: records.filter((record) => record.kind === 'connection'),
    strays: records.filter((record) => record.kind === 'stray'),
    events: records.filter((record) => record.kind === 'event'),
    stimuli: stimuliIn(records),
    lastSeen: lastSeenIn(records, exchanges),
    lively,
    readings: new Map(),
  };
}

/** A stimulus is recorded when it is done; it began after whatever was recorded before. */
function stimuliIn(records: readonly TraceRecord[]): readonly SeenStimulus[] {
  return records.flatMap((record, at) => {
    if (record.kind !== 'stimulus') return [];
    return [{ ...record, span: { from: records[at - 1]?.at ?? record.at, to: record.at } }];
  });
}

/** What the target said on a connection: a request that was sent tells nothing of it. */
function lastSeenIn(
  records: readonly TraceRecord[],
  exchanges: readonly SeenExchange[],
): ReadonlyMap<string, number> {
  const connectionOf = new Map(exchanges.map(({ id, request }) => [id, request.connection]));
  const seen = new Map<string, number>();
  for (const record of records) {
    const connection =
      record.kind === 'event' || record.kind === 'stray'
        ? record.connection
        : record.kind === 'reply'
          ? connectionOf.get(record.exchange)
          : undefined;
    if (connection !== undefined) seen.set(connection, record.at);
  }
  return seen;
}

function isAnswered(exchange: SeenExchange): exchange is AnsweredCall {
  return exchange.reply !== undefined;
}

/** Sent malformed on purpose: what the rules say of a right request does not hold for it. */
export function isRaw({ request }: SeenExchange): boolean {
  return request.what === 'raw';
}

/** `429 RATE_LIMITED` or `RATE_LIMITED over WebSocket`. */
export function answerWords({ reply }: AnsweredCall): string {
  const code = reply.code ?? 'no envelope';
  return reply.channel === 'ws' ? `${code} over WebSocket` : `${reply.status ?? 'no status'} ${code}`;
}

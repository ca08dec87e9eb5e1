// Requests on one WebSocket connection, and which of the replies is whose; recorded.
import { defined } from '../../../kernel/defined.js';
import { createPendingReplies, type PendingReplies } from './pending-replies.js';
import { formatDuration } from '../../../kernel/duration.js';
import { onAbort } from '../../../kernel/on-abort.js';
import type { Call, CallOutcome, Exchange } from '../call.js';
import type { Socket } from '../transport.js';
import type { ConnectionLife } from './connection-life.js';
import type { Driver, TraceRecorder } from './driver.js';
import { readEnvelope } from './read-reply.js';
import { type RestOptions, noteOutcome, replyEntry } from './rest-exchange.js';
import { CALL_INTERRUPTED } from './within-patience.js';
import { type PreparedFrame, prepareFrame } from './prepared.js';

export type WsExchanges = ReturnType<typeof createWsExchanges>;

export type WsOptions = Pick<RestOptions, 'cutAfterSending' | 'patience' | 'signal' | 'wanted'>;

type Broken = Extract<CallOutcome, { kind: 'broken' }>;

interface Asked {
  readonly exchange: number;
  readonly call: Call;
  readonly settle: (outcome: CallOutcome, answeredAt: number) => void;
}

/** What the requests of one connection share. */
interface Line {
  readonly driver: Driver;
  readonly recorder: TraceRecorder;
  readonly life: ConnectionLife;
  readonly client: string;
  readonly pending: PendingReplies<Asked>;
  /** Undefined until the connection is open. */
  readonly socket: () => Socket | undefined;
}

type Ended = readonly [outcome: CallOutcome, answeredAt: number];

export function createWsExchanges(shared: Omit<Line, 'pending'>) {
  const { driver, life } = shared;
  const line: Line = { ...shared, pending: createPendingReplies() };
  const requestIds = driver.nextRequestIds();
  let requests = 0;
  return {
    isWaiting: line.pending.isWaiting,
    request: async (
      call: Call,
      { cutAfterSending, patience, signal, wanted }: WsOptions,
    ): Promise<Exchange> => {
      const request = prepareFrame(driver.dialect, call, requestIdOf(requestIds, ++requests));
      driver.transport.admit({ kind: 'frame', text: request.text });
      await driver.ceiling.admit(signal);
      const id = driver.nextExchange();
      const sentAt = recordRequest(line, id, request);
      const refusal = refusalOf(life, line.pending.size, driver.limits.inFlight);
      const [outcome, answeredAt] = refusal
        ? recordBroken(line, id, refusal)
        : await (cutAfterSending
            ? cut(line, request, id)
            : ask(line, request, { id, call, patience, signal }));
      const asked = { ...request.facts, client: shared.client, wanted, sentAt };
      if (!refusal) noteOutcome(driver, asked, outcome, answeredAt);
      return { id, channel: 'ws', call, sentAt, answeredAt, outcome };
    },

    /** A reply has come; `text` is its whole frame. */
    reply: (requestId: string | undefined, body: unknown, text: string) =>
      takeReply(line, requestId, body, text),

    /** The connection is over: nothing that waits will be answered. */
    breakAll: (reason: Broken['reason'], detail: string, displaced?: true) => {
      const outcome: Broken = defined({ kind: 'broken' as const, reason, detail, displaced });
      for (const { exchange, settle } of line.pending.drain())
        settle(...recordBroken(line, exchange, outcome));
    },
  };
}

function recordRequest({ recorder, life, client }: Line, exchange: number, request: PreparedFrame): number {
  const { facts, shown, requestId } = request;
  const id = requestId === undefined ? {} : { requestId };
  const place = { channel: 'ws', client, connection: life.name } as const;
  return recorder.record({ kind: 'request', exchange, ...place, ...id, ...facts, body: shown }).at;
}

function recordBroken({ recorder }: Line, exchange: number, outcome: Broken): Ended {
  const { kind, reason, detail } = outcome;
  return [outcome, recorder.record({ kind, exchange, reason, detail }).at];
}

interface Asking {
  readonly id: number;
  readonly call: Call;
  readonly patience: number;
  readonly signal: AbortSignal | undefined;
}

function ask(line: Line, request: PreparedFrame, { id, call, patience, signal }: Asking): Promise<Ended> {
  return new Promise((resolve) => {
    const end = (reason: 'timeout' | 'cut', detail: string): void => {
      giveUp();
      settle(...recordBroken(line, id, { kind: 'broken', reason, detail }));
    };
    const timer = line.driver.clock.setTimer('patience with a reply', patience, () =>
      end('timeout', `no reply within ${formatDuration(patience)}`),
    );
    const forget = signal && onAbort(signal, () => end('cut', CALL_INTERRUPTED));
    const settle: Asked['settle'] = (...ended) => {
      timer.cancel();
      forget?.();
      resolve(ended);
    };
    const giveUp = line.pending.add(request.requestId, { exchange: id, call, settle });
    if (signal?.aborted) {
      end('cut', CALL_INTERRUPTED);
      return;
    }
    // Only now, because a target in the same process may answer before `send` returns.
    line.socket()?.send(request.text);
  });
}

async function cut(line: Line, request: PreparedFrame, exchange: number): Promise<Ended> {
  line.life.endingHere();
  await line.socket()?.sendAndCut(request.text);
  const detail = 'the connection was cut on purpose once the request had left';
  return recordBroken(line, exchange, { kind: 'broken', reason: 'cut', detail });
}

function takeReply(line: Line, requestId: string | undefined, body: unknown, text: string): void {
  const { recorder, driver, life } = line;
  const match = line.pending.match(requestId);
  if (match.kind === 'duplicate' || match.kind === 'unknown') {
    const detail = match.kind === 'duplicate' ? 'a second reply to one request' : 'a reply to no request';
    recorder.stray(life.name, text, detail);
    return;
  }
  const { exchange, call, settle } = match.value;
  const reply = readEnvelope(driver, call, body);
  const entry = replyEntry(driver, reply, body, line.client);
  const { at } = recorder.record({ ...entry, exchange, channel: 'ws' });
  if (match.kind === 'waiting') settle({ kind: 'reply', reply }, at);
}

/** Why a request does not even leave. */
function refusalOf({ closed, name }: ConnectionLife, inFlight: number, most: number): Broken | undefined {
  if (closed) {
    const displaced = closed.displaced && { displaced: true as const };
    const detail = `nothing was sent: connection ${name} was closed by the ${closed.by} with code ${closed.code}`;
    return { kind: 'broken', reason: 'refused', detail, ...displaced };
  }
  if (inFlight < most) return undefined;
  const detail = `nothing was sent: ${most} requests already wait for their replies on connection ${name}`;
  return { kind: 'broken', reason: 'refused', detail };
}

// The requestIds of a connection: unique, and in the forms in which clients write them (ws.correlation).

/** Letters of both cases, digits alone, and punctuation: a server has to give each of them back as it is. */
const FORMS: readonly ((prefix: string, number: number) => string)[] = [
  (prefix, number) => `${prefix}${number}`,
  (prefix, number) => `Conform.${prefix}${number}_aBcD`,
  (prefix, number) => `${digitsOf(prefix)}${number}`,
  (prefix, number) => `${fewDigitsOf(prefix)}${number}`,
];

/** @param prefix that no other connection has. @param number of the request, from 1. */
export function requestIdOf(prefix: string, number: number): string {
  const form = FORMS[(number - 1) % FORMS.length] ?? FORMS[0];
  return form?.(prefix, number) ?? `${prefix}${number}`;
}

/** Far more digits than a number can hold, so that one that was made a number shows. */
function digitsOf(prefix: string): string {
  return prefix.replaceAll(/[^]/g, (char) => String(char.charCodeAt(0)).padStart(3, '0'));
}

/** Nine digits, which are a number of their own for nearly every prefix: a server that stores numbers shows, too. */
function fewDigitsOf(prefix: string): number {
  let sum = 0;
  for (const char of prefix) sum = (sum * 31 + char.charCodeAt(0)) % 900_000_000;
  return 100_000_000 + sum;
}

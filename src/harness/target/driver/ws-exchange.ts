// Requests on one WebSocket connection, and which of the replies is whose; recorded.
import { formatDuration } from '../../../kernel/duration.js';
import type { Call, Exchange, Outcome } from '../call.js';
import type { Socket } from '../transport.js';
import type { ConnectionLife } from './connection-life.js';
import type { Driver } from './driver.js';
import { createPendingReplies } from './pending-replies.js';
import { readEnvelope } from './read-reply.js';
import type { Recorder } from './recorder.js';
import { type WsRequest, wsRequest } from './ws-call.js';

export interface WsExchanges {
  request(call: Call, options: WsOptions): Promise<Exchange>;
  isWaiting(requestId: string): boolean;
  /** A reply has come; `text` is its whole frame. */
  reply(requestId: string | undefined, body: unknown, text: string): void;
  /** The connection is over: nothing that waits will be answered. */
  breakAll(reason: Broken['reason'], detail: string): void;
}

export interface WsOptions {
  readonly cutAfterSending: boolean;
  readonly patience: number;
}

type Broken = Extract<Outcome, { kind: 'broken' }>;

interface Asked {
  readonly exchange: number;
  readonly call: Call;
  readonly settle: (outcome: Outcome, answeredAt: number) => void;
}

/** Longer frames are not recorded whole when nobody knows what they are. */
const LONGEST_STRAY = 4096;

export function createWsExchanges(
  driver: Driver,
  recorder: Recorder,
  life: ConnectionLife,
  client: string,
  socket: () => Socket | undefined,
): WsExchanges {
  const pending = createPendingReplies<Asked>();
  const requestIds = driver.nextRequestIds();
  let requests = 0;

  const recordRequest = (exchange: number, { facts, shown, requestId }: WsRequest): number => {
    const id = requestId === undefined ? {} : { requestId };
    const place = { channel: 'ws', client, connection: life.name } as const;
    return recorder.record({ kind: 'request', exchange, ...place, ...id, ...facts, body: shown }).at;
  };
  const recordBroken = (exchange: number, { kind, reason, detail }: Broken): number =>
    recorder.record({ kind, exchange, reason, detail }).at;

  const ask = (
    request: WsRequest,
    exchange: number,
    call: Call,
    patience: number,
  ): Promise<[Outcome, number]> =>
    new Promise((resolve) => {
      const timer = driver.clock.setTimer('patience with a reply', patience, () => {
        giveUp();
        const detail = `no reply within ${formatDuration(patience)}`;
        const outcome: Broken = { kind: 'broken', reason: 'timeout', detail };
        resolve([outcome, recordBroken(exchange, outcome)]);
      });
      const settle: Asked['settle'] = (outcome, answeredAt) => {
        timer.cancel();
        resolve([outcome, answeredAt]);
      };
      const giveUp = pending.add(request.requestId, { exchange, call, settle });
      // Only now, because a target in the same process may answer before `send` returns.
      socket()?.send(request.text);
    });

  const cut = async (request: WsRequest, exchange: number): Promise<[Outcome, number]> => {
    life.endingHere();
    await socket()?.sendAndCut(request.text);
    const detail = 'the connection was cut on purpose once the request had left';
    const outcome: Broken = { kind: 'broken', reason: 'cut', detail };
    return [outcome, recordBroken(exchange, outcome)];
  };

  return {
    isWaiting: pending.isWaiting,
    request: async (call, { cutAfterSending, patience }) => {
      const request = wsRequest(driver.dialect, call, `${requestIds}${++requests}`);
      await driver.ceiling.admit();
      const id = driver.nextExchange();
      const sentAt = recordRequest(id, request);
      const refusal = refusalOf(life, pending.size, driver.limits.inFlight);
      const [outcome, answeredAt] = refusal
        ? [refusal, recordBroken(id, refusal)]
        : await (cutAfterSending ? cut(request, id) : ask(request, id, call, patience));
      return { id, channel: 'ws', call, sentAt, answeredAt, outcome };
    },
    reply: (requestId, body, text) => {
      const match = pending.match(requestId);
      if (match.kind === 'duplicate' || match.kind === 'unknown') {
        const detail = match.kind === 'duplicate' ? 'a second reply to one request' : 'a reply to no request';
        recorder.record({ kind: 'stray', connection: life.name, text: text.slice(0, LONGEST_STRAY), detail });
        return;
      }
      const { exchange, call, settle } = match.value;
      const reply = readEnvelope(driver.dialect, call, body);
      const { at } = recorder.record({
        kind: 'reply',
        exchange,
        channel: 'ws',
        ...(reply.code === '' ? {} : { code: reply.code }),
        ...(reply.data === undefined ? {} : { data: reply.data }),
        body,
        ...(reply.mismatches.length === 0 ? {} : { mismatches: reply.mismatches }),
      });
      if (match.kind === 'waiting') settle({ kind: 'reply', reply }, at);
    },
    breakAll: (reason, detail) => {
      for (const { exchange, settle } of pending.drain()) {
        const outcome: Broken = { kind: 'broken', reason, detail };
        settle(outcome, recordBroken(exchange, outcome));
      }
    },
  };
}

/** Why a request does not even leave. */
function refusalOf({ closed, name }: ConnectionLife, inFlight: number, most: number): Broken | undefined {
  if (closed) {
    const detail = `nothing was sent: connection ${name} was closed by the ${closed.by} with code ${closed.code}`;
    return { kind: 'broken', reason: 'refused', detail };
  }
  if (inFlight < most) return undefined;
  const detail = `nothing was sent: ${most} requests already wait for their replies on connection ${name}`;
  return { kind: 'broken', reason: 'refused', detail };
}

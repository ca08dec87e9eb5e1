// Keeps what passes on the wire while a page is open, so that it can show an exchange as it was sent. While none is
// open, nothing is kept.
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import { PAGE_LIMITS } from '../../limits/limits.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { ArrivedRequest, RestReply } from '../../transport/rest/message.js';
import type { TrafficLog } from '../../transport/traffic-log.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { type Dialect, secretNames } from '../../../dialect/dialect.js';
import { jsonIn } from '../../../kernel/json.js';
import { redactNames, redactQuery } from '../../../output/secret-names.js';
import { bounded, unreadableWords, wireOf } from '../journal/traffic.js';

type Tapped =
  | { readonly channel: 'rest'; readonly request: ArrivedRequest; readonly reply: RestReply }
  | {
      readonly channel: 'ws';
      readonly requestId: string | undefined;
      readonly request: WsRequest | undefined;
      /** What came, where it is no request. */
      readonly wire: unknown;
      readonly outcome: ServiceResult<string>;
    };

export type WireTap = ReturnType<typeof createWireTap>['tap'];
export type OpenTap = ReturnType<WireTap['open']>;

/** For a simulator without a journal. */
export const NO_TAP: WireTap = {
  open: () => ({ renew: () => undefined, close: () => undefined }),
  find: () => undefined,
};

interface Kept {
  readonly exchange: number;
  readonly tapped: Tapped;
  readonly size: number;
}

/** @param inner the log that the transports report to; it learns everything, tap or not. */
export function createWireTap(inner: TrafficLog) {
  const queue = createBoundedQueue<Kept>(PAGE_LIMITS.maxExchanges);
  const byExchange = new Map<number, Tapped>();
  let watchers = 0;
  /** Exchanges that are still kept before the next sending; 0 while nobody watches. */
  let room = 0;
  let text = 0;

  const forget = (kept: Kept | undefined): void => {
    if (!kept) return;
    text -= kept.size;
    byExchange.delete(kept.exchange);
  };
  const keep = (exchange: number | undefined, tapped: Tapped): void => {
    if (exchange === undefined) return;
    room--;
    const size = sizeOf(tapped);
    text += size;
    byExchange.set(exchange, tapped);
    forget(queue.pushDroppingOldest({ exchange, tapped, size }));
    while (text > PAGE_LIMITS.maxWireText && queue.size > 1) forget(queue.shift());
  };
  const traffic: TrafficLog = {
    ...inner,
    answered: (request, reply) => {
      inner.answered(request, reply);
      if (room > 0) keep(request.origin.row?.exchange, { channel: 'rest', request, reply });
    },
    replied: (origin, request, outcome, wire) => {
      inner.replied(origin, request, outcome, wire);
      if (room <= 0) return;
      const { requestId } = origin;
      keep(origin.row?.exchange, { channel: 'ws', requestId, request, wire, outcome });
    },
  };
  return {
    tap: {
      /** Keeps what passes until it is closed. */
      open: () => {
        watchers++;
        room = PAGE_LIMITS.maxTapped;
        return {
          /** So many exchanges are kept again: to be called with each sending. */
          renew: (): void => void (room = PAGE_LIMITS.maxTapped),
          close: (): void => {
            watchers--;
            if (watchers === 0) room = 0;
          },
        };
      },
      find: (exchange: number): Tapped | undefined => byExchange.get(exchange),
    },
    traffic,
  };
}

/** In characters, about. What is long and made as it is sent is not held here. */
function sizeOf(tapped: Tapped): number {
  if (tapped.channel === 'ws') return tapped.outcome.ok ? tapped.outcome.value.length : 0;
  const { request, reply } = tapped;
  return request.body.length + (typeof reply.body === 'string' ? reply.body.length : 0);
}

// An exchange as it was on the wire, without secrets, for the page.

/** Characters of JSON of one body. */
const LARGEST_SHOWN = 20_000;

/** `GET /exchanges/{exchange}`. */
export interface ExchangeOnWire {
  readonly exchange: number;
  readonly channel: 'rest' | 'ws';
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  readonly status?: number;
  readonly replyHeaders?: Readonly<Record<string, string>>;
  readonly returned: unknown;
}

export function onWire(exchange: number, tapped: Tapped, dialect: Dialect): ExchangeOnWire {
  return tapped.channel === 'rest' ? overRest(exchange, tapped, dialect) : overWs(exchange, tapped, dialect);
}

function overRest(
  exchange: number,
  { request, reply }: Extract<Tapped, { channel: 'rest' }>,
  dialect: Dialect,
): ExchangeOnWire {
  const isSecret = secretNames(dialect);
  const shown = (value: unknown): unknown => bounded(redactNames(value, isSecret), LARGEST_SHOWN);
  const wire = wireOf(request);
  const { method, target, body } = request;
  return {
    exchange,
    channel: 'rest',
    method,
    path: redactQuery(target, isSecret),
    headers: headersOf(request.headers, isSecret),
    ...(body !== '' && { sent: wire === undefined ? unreadableWords(request) : shown(wire) }),
    status: reply.status,
    replyHeaders: headersOf(reply.headers, isSecret),
    returned: shown(jsonIn(String(reply.body)) ?? '<no JSON>'),
  };
}

function overWs(
  exchange: number,
  { request, requestId, wire, outcome }: Extract<Tapped, { channel: 'ws' }>,
  dialect: Dialect,
): ExchangeOnWire {
  const isSecret = secretNames(dialect);
  const shown = (value: unknown): unknown => bounded(redactNames(value, isSecret), LARGEST_SHOWN);
  const reply = outcome.ok
    ? { code: SUCCESS, data: jsonIn(outcome.value) }
    : { code: dialect.error(outcome.refusal.code).code, message: outcome.refusal.message };
  return {
    exchange,
    channel: 'ws',
    sent: shown(request ?? wire),
    returned: shown({ type: 'reply', requestId, ...reply }),
  };
}

function headersOf(
  headers: Readonly<Record<string, string | undefined>>,
  isSecret: (name: string) => boolean,
): Record<string, string> {
  const all = Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? '<redacted>' : value]);
  return Object.fromEntries(all) as Record<string, string>;
}

// Legal interference: what a right server may answer at any moment, whatever it is asked. This is the only
// definition of it; scenarios, programs, the judge and all retries read it from here.
import { isObject } from '../../kernel/json.js';
import type { CallOutcome } from './call.js';

export type Interference =
  /** A refusal that passes; `announced` is the delay that came with it, in ms. */
  | { readonly kind: 'rate-limited' | 'busy' | 'internal-error'; readonly announced?: number }
  /**
   * `broken`: a request without a reply. `refused`: an upgrade without an answer of the service. `unread`: a reply of which
   * the harness reads no more, so that the same request again comes to the same.
   */
  | { readonly kind: 'broken' | 'refused' | 'unread' };

export type InterferenceKind = Interference['kind'];

/** What is seen of a request or of an attempt to connect. A value of another type counts as absent. */
export interface Seen {
  /** `broken` for a request without a reply, `refused` for an upgrade; anything else is an answer. */
  readonly outcome?: unknown;
  /** What broke it, where that is known. */
  readonly cause?: unknown;
  readonly code?: unknown;
  /** HTTP status; absent on WebSocket. */
  readonly status?: unknown;
  /** In seconds. */
  readonly retryAfterSeconds?: unknown;
}

const BY_CODE: Readonly<Record<string, 'rate-limited' | 'busy' | 'internal-error'>> = {
  RATE_LIMITED: 'rate-limited',
  DEVICE_BUSY: 'busy',
  INTERNAL_ERROR: 'internal-error',
};

/** Statuses with which a proxy answers for a server that it cannot reach: the reply is not of the service. */
export const FROM_PROXIES: ReadonlySet<number> = new Set([502, 503, 504]);

export const INTERFERENCE_WORDS: Readonly<Record<InterferenceKind, string>> = {
  'rate-limited': 'RATE_LIMITED, which is legal at any moment',
  busy: "DEVICE_BUSY, which somebody else's operation may have caused",
  'internal-error': 'a server error, which is legal at any moment',
  broken: 'a broken connection, which is legal at any moment',
  refused: 'a refused connection, which is legal at any moment',
  unread: 'more than the harness reads',
};

/** The interference in what was seen; undefined when the request or the upgrade went through. */
export function interferenceIn(seen: Seen): Interference | undefined {
  const { outcome, code, status } = seen;
  if (outcome === 'broken') return { kind: seen.cause === 'limit' ? 'unread' : 'broken' };
  // Connections are limited, too, and others of the same API client may be open.
  // An upgrade that is refused with a 4xx status is answered; anything else may be the network or a restart.
  const isAnswered = typeof status === 'number' && status >= 400 && status < 500;
  if (outcome === 'refused' && status !== 429) return isAnswered ? undefined : { kind: 'refused' };
  const kind = (typeof code === 'string' ? BY_CODE[code] : undefined) ?? kindOfStatus(status);
  if (kind === undefined) return undefined;
  const seconds = seen.retryAfterSeconds;
  return typeof seconds === 'number' ? { kind, announced: seconds * 1000 } : { kind };
}

/** The interference in the outcome of a request. */
export function interferenceOf(outcome: CallOutcome): Interference | undefined {
  return interferenceIn(
    outcome.kind === 'broken' ? { outcome: 'broken', cause: outcome.cause } : outcome.reply,
  );
}

/** The interface gives no bounds of values: a right server may take fewer of them than its dialect can write. */
const NOT_TAKEN: ReadonlySet<unknown> = new Set([400, 422, 'INVALID_REQUEST', 'INVALID_PARAMETER']);

/** Whether the request was refused for the values in it. */
export function refusesValues({ code, status }: Seen): boolean {
  return NOT_TAKEN.has(code) || NOT_TAKEN.has(status);
}

/** Whether the traffic of others alone can have caused it, without any fault of the target. */
export function mayComeFromOthers(kind: InterferenceKind): boolean {
  return kind === 'rate-limited' || kind === 'busy';
}

/** `retryAfterSeconds` in the data of a reply as it stands there (interface: Limits). */
export function retryAfterIn(data: unknown): unknown {
  return isObject(data) ? data['retryAfterSeconds'] : undefined;
}

/** A proxy or a service under load may answer with a status alone, without a code. */
function kindOfStatus(status: unknown): 'rate-limited' | 'internal-error' | undefined {
  if (typeof status !== 'number') return undefined;
  if (status === 429) return 'rate-limited';
  return status === 500 || FROM_PROXIES.has(status) ? 'internal-error' : undefined;
}

// What comes back from the service on either channel, and what it means for the next step. Decisions are made by
// status and code, never by the text of the message.
import type { HttpResponse } from './ports.js';

export type Fields = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly kind: 'reply';
  /** Of the HTTP response; a reply on the WebSocket channel has none. */
  readonly status?: number;
  readonly code: string;
  readonly message: string;
  readonly data: Fields;
  /** The announced wait in ms. */
  readonly retryAfter?: number | undefined;
}

/** The request may have been carried out, or not. */
export interface NoReply {
  readonly kind: 'none';
  readonly message: string;
}

/** Not sent, for a reason of the client's own. */
export interface NotSent {
  readonly kind: 'not sent';
  readonly code: 'CLOSED' | 'HELD_BACK' | 'QUEUE_FULL';
  readonly message: string;
}

export type Answer = Reply | NoReply | NotSent;

export type Verdict =
  | 'done'
  /** Rejected, with a wait that has to be kept: 429 RATE_LIMITED. */
  | 'limited'
  /** The device does something else: DEVICE_BUSY. */
  | 'busy'
  /** No definitive response: 500, another failure of a server on the way, or none at all. */
  | 'failed'
  /** Repeating it unchanged is forbidden: 400, 401, 403, 404, 409, 422, and what the client refuses itself. */
  | 'final';

export function verdictOn(answer: Answer): Verdict {
  if (answer.kind !== 'reply') return answer.kind === 'none' ? 'failed' : 'final';
  const { status = 0, code } = answer;
  if (code === 'SUCCESS') return 'done';
  if (code === 'RATE_LIMITED' || status === 429) return 'limited';
  if (code === 'DEVICE_BUSY') return 'busy';
  return code === 'INTERNAL_ERROR' || status >= 500 ? 'failed' : 'final';
}

export function readResponse({ status, body, retryAfter }: HttpResponse): Answer {
  const envelope = parseObject(body);
  // A proxy may refuse without an envelope. A success without one is no definitive response.
  if (envelope === undefined && status < 400)
    return { kind: 'none', message: 'the response is no JSON object' };
  return readEnvelope(envelope ?? {}, status, Number(retryAfter ?? Number.NaN));
}

export function readEnvelope(envelope: Fields, status?: number, header = Number.NaN): Reply {
  const data = asFields(envelope['data']) ?? {};
  const seconds = [header, Number(data['retryAfterSeconds'] ?? Number.NaN)].filter((each) => each >= 0);
  return {
    kind: 'reply',
    ...(status !== undefined && { status }),
    code: typeof envelope['code'] === 'string' ? envelope['code'] : `HTTP_${status}`,
    message: typeof envelope['message'] === 'string' ? envelope['message'] : '',
    data,
    retryAfter: seconds.length > 0 ? Math.max(...seconds) * 1000 : undefined,
  };
}

export function parseObject(text: string): Fields | undefined {
  try {
    return asFields(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

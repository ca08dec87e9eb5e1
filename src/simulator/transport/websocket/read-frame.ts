// What a text frame is: a request, something malformed that can still be answered, or neither.
import { wsRequest, type WsRequest } from '../../../contract/schemas/message.js';
import { jsonIn } from '../../../kernel/json.js';
import { readJson } from '../../../kernel/json-limits.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import type { Refusal } from '../../service/outcome.js';
import { malformed, unreadable } from '../envelope.js';

/** Malformed, but it has a requestId, so it gets an error reply. */
export interface Answerable {
  readonly kind: 'answerable';
  readonly requestId: string;
  readonly refusal: Refusal;
  /** The frame; undefined where it is beyond the limits. */
  readonly wire: unknown;
}

export type Frame =
  { readonly kind: 'request'; readonly request: WsRequest } | Answerable | { readonly kind: 'unreadable' };

const UNREADABLE: Frame = { kind: 'unreadable' };
const onlyId = wsRequest.pick({ requestId: true });

export type FrameReader = (text: string) => Frame;

export function createFrameReader(dialect: Dialect): FrameReader {
  const pings = createAlikePings();
  return (text) => {
    const ping = pings.read(text);
    if (ping) return { kind: 'request', request: ping };
    const frame = readFrame(dialect, text);
    if (frame.kind === 'request') pings.learn(text, frame.request);
    return frame;
  };
}

function readFrame(dialect: Dialect, text: string): Frame {
  const read = readJson(text, JSON_LIMITS);
  if (!read.ok)
    return read.why === 'syntax' ? UNREADABLE : unwalkable(jsonIn(text), unreadable('frame', read.why));
  const decoded = dialect.shapes.wsRequest.decode(read.value);
  if (decoded.ok) return { kind: 'request', request: decoded.value };
  return answerable(read.value, malformed(decoded.mismatches));
}

/** Nobody walks what is beyond the limits: it is handed to nobody. */
function unwalkable(value: unknown, refusal: Refusal): Frame {
  const frame = answerable(value, refusal);
  return frame.kind === 'answerable' ? { ...frame, wire: undefined } : frame;
}

/** Looks at nothing of the frame but its outermost fields. */
function answerable(wire: unknown, refusal: Refusal): Frame {
  const id = onlyId.safeParse(wire);
  return id.success ? { kind: 'answerable', requestId: id.data.requestId, refusal, wire } : UNREADABLE;
}

// Heartbeats come from every connection, again and again, and differ in nothing but their requestId. One that has been
// read serves as a form: a text that is the same around its requestId is that request, and need not be parsed.

/** What no escape and no other value of a frame can be mistaken for. */
const PLAIN_ID = /^[\w-]{1,64}$/;
/** In characters. */
const LONGEST_FORM = 256;

export function createAlikePings() {
  let before = '';
  let after = '';
  let form: WsRequest | undefined;
  return {
    /** The request that the text holds; undefined where it has not the form of the one before. */
    read: (text: string): WsRequest | undefined => {
      if (!form || !text.startsWith(before) || !text.endsWith(after)) return undefined;
      const requestId = text.slice(before.length, text.length - after.length);
      return PLAIN_ID.test(requestId) ? { ...form, requestId } : undefined;
    },
    /** A text that has been read is the form from now on, where it is a heartbeat that can be one. */
    learn: (text: string, request: WsRequest): void => {
      const { topic, requestId } = request;
      if (topic !== 'session.ping' || text.length > LONGEST_FORM || text.includes('\\')) return;
      const id = `"${requestId}"`;
      const at = text.indexOf(id);
      // Where it stands twice it is not certain which of the two is the requestId.
      if (!PLAIN_ID.test(requestId) || at < 0 || text.includes(id, at + 1)) return;
      const rest = text.slice(at + id.length);
      // The name of a field may be the same word.
      if (!/^\s*[,}]/.test(rest)) return;
      before = text.slice(0, at + 1);
      after = `"${rest}`;
      form = request;
    },
  };
}

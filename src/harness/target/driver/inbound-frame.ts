// What a frame from the target is: a reply, an event, or neither.
import { isEventTopic } from '../../../contract/topics.js';
import type { Decoded, Dialect } from '../../../dialect/dialect.js';
import { isObject } from '../../../kernel/json.js';
import type { MisfitBreach } from '../misfit/misfit-breach.js';
import { parseJson } from './parse-json.js';
import type { ReplyReader } from './read-reply.js';
import { mismatchWords } from './words.js';

export type InboundFrame =
  | { readonly kind: 'reply'; readonly requestId: string | undefined; readonly body: unknown }
  | InboundEvent
  | { readonly kind: 'stray'; readonly detail: string; readonly misfit?: true };

export interface InboundEvent {
  readonly kind: 'event';
  readonly topic: string;
  readonly eventId?: string;
  readonly deviceId?: string;
  /** Canonical where the topic is known and the data fit, else as it came. */
  readonly data: unknown;
  readonly body: unknown;
  readonly mismatches: readonly string[];
  readonly breaches: readonly MisfitBreach[];
}

/** @param isWaiting whether a request with this id waits for its reply. */
export function readFrame(
  reading: ReplyReader,
  text: string,
  isWaiting: (requestId: string) => boolean,
): InboundFrame {
  const parsed = parseJson(text);
  if (!parsed.ok) return { kind: 'stray', detail: `the frame is ${parsed.detail}` };
  const body = parsed.value;
  if (!isObject(body)) return { kind: 'stray', detail: 'the frame is JSON, but no object' };
  const requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined;
  if (body['type'] === 'reply') return { kind: 'reply', requestId, body };

  const event = reading.dialect.shapes.wsEvent.decode(body);
  const value = event.ok ? event.value : event.bearable;
  if (value) {
    reading.misfits.see('frame of an event', event.ok ? [] : event.mismatches, { channel: 'ws', data: body });
    return readEvent(reading, body, value);
  }
  // A reply in all but its type still answers its request; that its shape is wrong shows in the record.
  if (requestId !== undefined && isWaiting(requestId)) return { kind: 'reply', requestId, body };
  const why = event.ok ? '' : event.mismatches.map(mismatchWords).join('; ');
  const detail = `the frame is neither a reply nor an event of the dialect: ${why}`;
  return { kind: 'stray', detail, misfit: true };
}

interface Event {
  readonly topic: string;
  readonly eventId?: string | undefined;
  readonly data?: unknown;
}

function readEvent(
  { dialect, misfits }: ReplyReader,
  body: Record<string, unknown>,
  event: Event,
): InboundEvent {
  const { topic, eventId, data } = event;
  const decoded = decodeEvent(dialect, topic, data, dialect.eventData);
  const value = decoded && (decoded.ok ? decoded.value : decoded.bearable);
  const mismatches = !decoded || decoded.ok ? [] : decoded.mismatches;
  const breaches = isEventTopic(topic)
    ? misfits.see(`event ${topic}`, mismatches, { channel: 'ws', data })
    : [];
  return {
    kind: 'event',
    topic,
    ...(eventId === undefined ? {} : { eventId }),
    ...(value ? { deviceId: value.deviceId } : {}),
    data: value ?? data,
    body,
    mismatches: value ? [] : mismatches.map(mismatchWords),
    breaches,
  };
}

/** Undefined for topics that the interface does not have. */
function decodeEvent(
  { shapes }: Dialect,
  topic: string,
  data: unknown,
  pointer: string,
): Decoded<{ readonly deviceId: string }> | undefined {
  if (!isEventTopic(topic)) return undefined;
  if (topic === 'device.state.changed') return shapes.stateChanged.decode(data, pointer);
  if (topic === 'device.rs485.received') return shapes.rs485Received.decode(data, pointer);
  return shapes.deviceNotice.decode(data, pointer);
}

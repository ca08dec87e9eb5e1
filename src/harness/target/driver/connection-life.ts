// The life of one WebSocket connection: open, then closed by one side, with the events that came in between.
import { defined } from '../../../kernel/defined.js';
import type { EventRecord } from '../../../trace/record.js';
import type { TargetConnection } from '../target.js';
import type { Driver, TraceRecorder } from './driver.js';
import type { SocketClose } from '../transport.js';
import { isEventTopic } from '../../../contract/topics.js';
import { type Decoded, type Dialect, withDeviceGroups } from '../../../dialect/dialect.js';
import { isObject } from '../../../kernel/json.js';
import type { MisfitBreach } from '../call.js';
import { mismatchWords, parseJson, type ReplyReader } from './read-reply.js';

type SeenEvent = EventRecord & { readonly at: number };

/** The close code of a server that could not go on: one that makes room for another connection says something else. */
const SERVER_FAILED = 1011;

export type ConnectionLife = ReturnType<typeof createConnectionLife>;

type LifeParts = Pick<Driver, 'limits' | 'deliveries' | 'displacement' | 'heard'>;

export function createConnectionLife(
  recorder: TraceRecorder,
  name: string,
  client: string,
  { limits, deliveries, displacement, heard }: LifeParts,
) {
  const events: SeenEvent[] = [];
  let openedAt: number | undefined;
  let closed: TargetConnection['closed'];
  let by: 'harness' | 'target' = 'target';
  let dropped = 0;
  const listeners = createListeners();

  const isDisplaced = ({ by: whose, code }: NonNullable<TargetConnection['closed']>): boolean =>
    whose === 'target' && code !== SERVER_FAILED && displacement.isDisplaced(client, life);
  const life = {
    name,
    get closed(): TargetConnection['closed'] {
      // What comes later may show that it was closed for another reason.
      return closed && isDisplaced(closed) ? { ...closed, displaced: true as const } : closed;
    },
    /** Clock time in ms of the opening; undefined until then. */
    get openedAt(): number | undefined {
      return openedAt;
    },
    get droppedEvents(): number {
      return dropped;
    },
    /** Records the opening once; the first frame may come before the opener knows. */
    open: (): void => {
      if (openedAt !== undefined) return;
      displacement.opened(client, life);
      openedAt = recorder.record({ kind: 'connection', connection: name, client, state: 'open' }).at;
    },
    event: ({ mismatches, breaches, ...event }: InboundEvent): void => {
      const account = {
        ...(mismatches.length === 0 ? {} : { mismatches }),
        ...(breaches.length === 0 ? {} : { breaches }),
      };
      const record = recorder.record({ connection: name, ...event, ...account });
      heard.note(record);
      deliveries.heard(record.topic);
      if (events.length < limits.events) events.push(record);
      else dropped++;
      listeners.notify();
    },
    /** From now on a close is the harness's doing. */
    endingHere: (): void => {
      if (!closed) by = 'harness';
    },
    /** Records the end once; true when this was it. */
    end: (close: SocketClose): boolean => {
      if (closed) return false;
      const { at } = recorder.record({ connection: name, client, by, ...closeRecord(close) });
      displacement.closed(client, life);
      closed = { at, code: close.code, by };
      if (openedAt !== undefined) deliveries.lived(openedAt, by === 'target' && !isDisplaced(closed));
      listeners.notify();
      return true;
    },
    events: (): readonly SeenEvent[] => events,
    /** Calls back at each event and at the close; returns the way to stop. */
    listen: listeners.listen,
    /** Resolves at the close. */
    over: (): Promise<void> => untilOver(life),
  };
  return life;
}

function untilOver(life: Pick<ConnectionLife, 'closed' | 'listen'>): Promise<void> {
  return new Promise((resolve) => {
    if (life.closed) return resolve();
    const stop = life.listen(() => {
      if (!life.closed) return;
      stop();
      resolve();
    });
  });
}

function closeRecord({ code, reason, detail = reason, flooded }: SocketClose) {
  const more = defined({ detail: detail === '' ? undefined : detail, flooded });
  return { kind: 'connection', state: 'closed', closeCode: code, ...more } as const;
}

function createListeners() {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      // A copy, because a listener may stop listening.
      for (const listener of [...listeners]) listener();
    },
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

// What a frame from the target is: a reply, an event, or neither.

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
    reading.misfits.see('frame of an event', event.ok ? [] : event.mismatches, body);
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
  { dialect, misfits, lists }: ReplyReader,
  body: Record<string, unknown>,
  event: Event,
): InboundEvent {
  const { topic, eventId, data } = event;
  const read = decodeEvent(dialect, topic, data, dialect.eventData);
  const { deviceId = '' } = (read && (read.ok ? read.value : read.bearable)) ?? {};
  const decoded = read && withDeviceGroups(read, (group) => lists?.(deviceId, group) ?? false);
  const value = decoded && (decoded.ok ? decoded.value : decoded.bearable);
  const mismatches = !decoded || decoded.ok ? [] : decoded.mismatches;
  const breaches = isEventTopic(topic) ? misfits.see(`event ${topic}`, mismatches, data) : [];
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

// The life of one WebSocket connection: open, then closed by one side, with the events that came in between.
import type { EventRecord } from '../../../trace/record.js';
import type { TargetConnection } from '../target.js';
import type { Driver } from './driver.js';
import type { SocketClose } from '../transport.js';
import type { InboundEvent } from './inbound-frame.js';
import type { TraceRecorder } from './recorder.js';

type SeenEvent = EventRecord & { readonly at: number };

/** The close code of a server that could not go on: one that makes room for another connection says something else. */
const SERVER_FAILED = 1011;

export interface ConnectionLife {
  readonly name: string;
  readonly closed: TargetConnection['closed'];
  /** Clock time in ms of the opening; undefined until then. */
  readonly openedAt: number | undefined;
  readonly droppedEvents: number;
  /** Records the opening once; the first frame may come before the opener knows. */
  open(): void;
  event(event: InboundEvent): void;
  /** From now on a close is the harness's doing. */
  endingHere(): void;
  /** Records the end once; true when this was it. */
  end(close: SocketClose): boolean;
  events(): readonly SeenEvent[];
  listen(listener: () => void): () => void;
  /** Resolves at the close. */
  over(): Promise<void>;
}

type LifeParts = Pick<Driver, 'limits' | 'deliveries' | 'displacement' | 'heard'>;

export function createConnectionLife(
  recorder: TraceRecorder,
  name: string,
  client: string,
  { limits, deliveries, displacement, heard }: LifeParts,
): ConnectionLife {
  const events: SeenEvent[] = [];
  let openedAt: number | undefined;
  let closed: TargetConnection['closed'];
  let by: 'harness' | 'target' = 'target';
  let dropped = 0;
  const listeners = createListeners();

  const isDisplaced = ({ by: whose, code }: NonNullable<TargetConnection['closed']>): boolean =>
    whose === 'target' && code !== SERVER_FAILED && displacement.isDisplaced(client, life);
  const life: ConnectionLife = {
    name,
    get closed() {
      // What comes later may show that it was closed for another reason.
      return closed && isDisplaced(closed) ? { ...closed, displaced: true as const } : closed;
    },
    get openedAt() {
      return openedAt;
    },
    get droppedEvents() {
      return dropped;
    },
    open: () => {
      if (openedAt !== undefined) return;
      displacement.opened(client, life);
      openedAt = recorder.record({ kind: 'connection', connection: name, client, state: 'open' }).at;
    },
    event: ({ mismatches, breaches, ...event }) => {
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
    endingHere: () => {
      if (!closed) by = 'harness';
    },
    end: (close) => {
      if (closed) return false;
      const { at } = recorder.record({ connection: name, client, by, ...closeRecord(close) });
      displacement.closed(client, life);
      closed = { at, code: close.code, by };
      if (openedAt !== undefined) deliveries.lived(openedAt, by === 'target' && !isDisplaced(closed));
      listeners.notify();
      return true;
    },
    events: () => events,
    listen: listeners.listen,
    over: () => untilOver(life),
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
  return {
    kind: 'connection',
    state: 'closed',
    closeCode: code,
    ...(detail === '' ? {} : { detail }),
    ...(flooded && { flooded }),
  } as const;
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

// The life of one WebSocket connection: open, then closed by one side, with the events that came in between.
import type { EventRecord } from '../../../trace/record.js';
import type { Connection } from '../target.js';
import type { SocketClose } from '../transport.js';
import type { Heard } from './heard.js';
import type { InboundEvent } from './inbound-frame.js';
import type { Recorder } from './recorder.js';

type SeenEvent = EventRecord & { readonly at: number };

export interface ConnectionLife {
  readonly name: string;
  readonly closed: Connection['closed'];
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

export function createConnectionLife(
  recorder: Recorder,
  name: string,
  client: string,
  { mostEvents, heard }: { readonly mostEvents: number; readonly heard: Heard },
): ConnectionLife {
  const events: SeenEvent[] = [];
  let openedAt: number | undefined;
  let closed: Connection['closed'];
  let by: 'harness' | 'target' = 'target';
  let dropped = 0;
  const listeners = createListeners();

  return {
    name,
    get closed() {
      return closed;
    },
    get openedAt() {
      return openedAt;
    },
    get droppedEvents() {
      return dropped;
    },
    open: () => {
      openedAt ??= recorder.record({ kind: 'connection', connection: name, client, state: 'open' }).at;
    },
    event: ({ mismatches, ...event }) => {
      const record = recorder.record({ connection: name, ...event, ...(mismatches[0] && { mismatches }) });
      heard.note(record);
      if (events.length < mostEvents) events.push(record);
      else dropped++;
      listeners.notify();
    },
    endingHere: () => {
      if (!closed) by = 'harness';
    },
    end: ({ code, reason, detail = reason, flooded }) => {
      if (closed) return false;
      const how = {
        closeCode: code,
        by,
        ...(detail === '' ? {} : { detail }),
        ...(flooded && { flooded }),
      };
      const { at } = recorder.record({
        kind: 'connection',
        connection: name,
        client,
        state: 'closed',
        ...how,
      });
      closed = { at, code, by };
      listeners.notify();
      return true;
    },
    events: () => events,
    listen: listeners.listen,
    over: () =>
      new Promise((resolve) => {
        if (closed) return resolve();
        const stop = listeners.listen(() => {
          if (!closed) return;
          stop();
          resolve();
        });
      }),
  };
}

interface Listeners {
  notify(): void;
  listen(listener: () => void): () => void;
}

function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      // A copy, because a listener may stop listening.
      for (const listener of [...listeners]) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

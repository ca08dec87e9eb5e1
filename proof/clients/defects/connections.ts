// Clients that do not look after their WebSocket connection as they should: heartbeats, what they read when it is
// open again, and what they make of events.
import type { Wraps } from '../../../examples/client/parts.js';
import type { SocketPort } from '../../../examples/client/ports.js';
import type { Session } from '../../../examples/client/session.js';
import type { Surroundings } from '../client-under-test.js';
import type { Defect } from '../defect.js';
import { alsoOrdered, changingFrames } from '../wrap.js';

const HEARTBEAT = 'client.heartbeat';
const BASELINE = 'client.rebuilds-baseline';
const UNKNOWN = 'client.ignores-unknown-fields';
const TWICE = 'client.handles-events-idempotently';

/** Reads over REST, so that nothing but its pings comes over the connection. */
const READS_OVER_REST: Wraps = {
  connection: (usual) => ({
    ...usual,
    get isOpen() {
      return false;
    },
  }),
  refresher: (usual) => usual,
};

function pinging({ clock }: Surroundings, waits: (count: number) => number | undefined): Wraps {
  return {
    ...READS_OVER_REST,
    heartbeat: () => async (session: Session) => {
      for (let count = 0; !session.ended.aborted; count++) {
        const wait = waits(count);
        if (wait === undefined) return;
        await clock.sleep(wait, session.ended).catch(() => undefined);
        if (!session.ended.aborted) await session.request('session.ping', {}, 10_000);
      }
    },
  };
}

/** Reads one of its two devices now and then, and the other one once; it must be read anew after each connection. */
function withQuietDevice(run: Surroundings, wraps: Wraps) {
  return {
    deviceIds: ['bench-01'],
    lines: alsoOrdered(run, [{ do: 'refresh', deviceId: 'mini-01' }], 3000),
    wraps,
  };
}

export const CONNECTION_DEFECTS: readonly Defect[] = [
  {
    id: 'no-heartbeat',
    rule: HEARTBEAT,
    summary: 'sends no session.ping',
    differ: (run) => ({ wraps: pinging(run, () => undefined) }),
  },
  {
    id: 'heartbeat-every-80-seconds',
    rule: HEARTBEAT,
    summary: 'sends session.ping every 80 seconds',
    differ: (run) => ({ wraps: pinging(run, () => 80_000) }),
  },
  {
    id: 'heartbeat-twice',
    rule: HEARTBEAT,
    summary: 'sends session.ping twice and no more',
    differ: (run) => ({ wraps: pinging(run, (count) => (count < 2 ? 30_000 : undefined)) }),
  },
  {
    id: 'heartbeat-growing',
    rule: HEARTBEAT,
    summary: 'sends session.ping after longer and longer waits',
    differ: (run) => ({ wraps: pinging(run, (count) => 15_000 * 2 ** count) }),
  },
  {
    id: 'no-baseline',
    rule: BASELINE,
    summary: 'reads nothing when it is connected again',
    differ: (run) => withQuietDevice(run, { baseline: () => () => Promise.resolve() }),
  },
  {
    id: 'baseline-once',
    rule: BASELINE,
    summary: 'reads its devices on the first connection only',
    differ: (run) => {
      let opened = 0;
      return withQuietDevice(run, {
        baseline: (usual) => (session) => (opened++ === 0 ? usual(session) : Promise.resolve()),
      });
    },
  },
  {
    id: 'baseline-of-configurations',
    rule: BASELINE,
    summary: 'reads the configurations in place of the states',
    differ: (run) => {
      let read: ((path: string) => Promise<unknown>) | undefined;
      return withQuietDevice(run, {
        rest: (usual) => {
          read = (path) => usual({ method: 'GET', path });
          return usual;
        },
        baseline: () => async () => void (await read?.('/devices/mini-01/config')),
      });
    },
  },
  {
    id: 'baseline-of-one-device',
    rule: BASELINE,
    summary: 'reads one of its devices and takes that for all',
    differ: (run) => {
      let refresh: ((deviceId: string) => Promise<unknown>) | undefined;
      return withQuietDevice(run, {
        refresher: (usual) => {
          refresh = usual;
          return usual;
        },
        baseline: () => async () => void (await refresh?.('bench-01')),
      });
    },
  },
  ...unknownDefects(),
  ...twiceDefects(),
];

interface Frame {
  readonly topic?: string;
  readonly type?: string;
  readonly xFuture?: unknown;
}

const isNewTopic = ({ type, topic = '' }: Frame): boolean => type === 'event' && topic.includes('future');
const isWider = (frame: Frame): boolean => frame.xFuture !== undefined;

function endingOn(sockets: SocketPort, isMeant: (frame: Frame) => boolean): SocketPort {
  return changingFrames(sockets, () => ({
    received: (text, end) => {
      if (isMeant(JSON.parse(text) as Frame)) end();
      return text;
    },
  }));
}

function unknownDefects(): Defect[] {
  return [
    {
      id: 'unknown-topic-ends-the-connection',
      rule: UNKNOWN,
      summary: 'closes its connection when an event has a topic that it does not know',
      differ: ({ ports }) => ({ ports: { sockets: endingOn(ports.sockets, isNewTopic) } }),
    },
    {
      id: 'unknown-field-ends-the-connection',
      rule: UNKNOWN,
      summary: 'closes its connection when an event has a field that it does not know',
      differ: ({ ports }) => ({ ports: { sockets: endingOn(ports.sockets, isWider) } }),
    },
    {
      id: 'unknown-topic-deafens-it',
      rule: UNKNOWN,
      summary: 'reads no event any more on a connection on which one had a topic that it does not know',
      differ: ({ ports }) => ({
        ports: {
          sockets: changingFrames(ports.sockets, () => {
            let isDeaf = false;
            return {
              received: (text) => {
                const frame = JSON.parse(text) as Frame;
                isDeaf ||= isNewTopic(frame);
                return isDeaf && frame.type === 'event' ? undefined : text;
              },
            };
          }),
        },
      }),
    },
    {
      id: 'events-with-an-unknown-field-left-out',
      rule: UNKNOWN,
      summary: 'does nothing about events with a field that it does not know',
      differ: ({ ports }) => ({
        ports: {
          sockets: changingFrames(ports.sockets, () => ({
            received: (text) => (isWider(JSON.parse(text) as Frame) ? undefined : text),
          })),
        },
      }),
    },
    {
      id: 'unknown-topic-ends-the-program',
      rule: UNKNOWN,
      summary: 'ends when an event has a topic that it does not know',
      differ: (run) => {
        const crash = new AbortController();
        return {
          ports: {
            sockets: changingFrames(run.ports.sockets, () => ({
              received: (text) => {
                if (isNewTopic(JSON.parse(text) as Frame)) crash.abort();
                return text;
              },
            })),
          },
          lines: until(run.lines, crash.signal),
        };
      },
    },
    {
      id: 'unknown-field-silences-it',
      rule: UNKNOWN,
      also: [HEARTBEAT],
      summary: 'stops its heartbeat and its reads after an event with a field that it does not know',
      differ: ({ ports }) => {
        let isStuck = false;
        const never = (): Promise<never> => new Promise(() => undefined);
        return {
          ports: {
            http: {
              ...ports.http,
              send: (request, signal) => (isStuck ? never() : ports.http.send(request, signal)),
            },
            sockets: {
              open: async (url, handlers, signal) => {
                const onMessage = (text: string): void => {
                  isStuck ||= isWider(JSON.parse(text) as Frame);
                  if (!isStuck) handlers.onMessage(text);
                };
                const opened = await ports.sockets.open(url, { ...handlers, onMessage }, signal);
                if ('status' in opened) return opened;
                return {
                  ...opened,
                  cut: () => undefined,
                  send: (text) => (isStuck ? undefined : opened.send(text)),
                };
              },
            },
          },
        };
      },
    },
  ];
}

/** Ends with the signal: a program whose input has ended ends, too. */
async function* until(lines: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const each = lines[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([each.next(), ended]);
    if (!next || next.done === true) return;
    yield next.value;
  }
}

function twiceDefects(): Defect[] {
  return [
    {
      id: 'copies-acted-upon',
      rule: TWICE,
      summary: 'acts on every event that comes, copies included',
      differ: () => ({ wraps: { sieve: () => () => true } }),
    },
    {
      id: 'copies-forgotten-soon',
      rule: TWICE,
      summary: 'remembers an event for half a second',
      differ: ({ clock }) => {
        const seen = new Map<string, number>();
        return {
          wraps: {
            sieve:
              () =>
              ({ eventId = '' }) => {
                const before = seen.get(eventId) ?? Number.NEGATIVE_INFINITY;
                if (clock.now() - before < 500) return false;
                seen.set(eventId, clock.now());
                return true;
              },
          },
        };
      },
    },
    {
      id: 'last-event-remembered',
      rule: TWICE,
      summary: 'remembers the last event only, and its own relay makes another one in between',
      differ: () => {
        let last: string | undefined;
        return {
          wraps: {
            sieve:
              () =>
              ({ eventId }) => {
                if (last === eventId) return false;
                last = eventId;
                return true;
              },
          },
        };
      },
    },
    {
      id: 'events-told-apart-by-arrival',
      rule: TWICE,
      summary: 'tells events apart by the moment at which they arrive',
      differ: ({ clock }) => {
        const seen = new Set<string>();
        let count = 0;
        return {
          wraps: {
            sieve:
              () =>
              ({ topic }) => {
                const identity = `${topic} ${clock.now()} ${count++}`;
                const isNew = !seen.has(identity);
                seen.add(identity);
                return isNew;
              },
          },
        };
      },
    },
  ];
}

// Right clients that connect in other ways, or send other things on their connections.
import { createClient } from '../../../examples/client/client.js';
import type { Holds } from '../../../examples/client/holds.js';
import type { TokenKeeper } from '../../../examples/client/tokens.js';
import type { Wraps } from '../../../examples/client/parts.js';
import type { Surroundings } from '../client-under-test.js';
import type { Variant } from '../defect.js';
import { changingFrames, withHeaders } from '../wrap.js';
import { REST_ONLY } from './rest-only.js';

export const CONNECTION_VARIANTS: readonly Variant[] = [
  { id: 'rest-only', summary: 'has no WebSocket channel', differ: () => ({ wraps: REST_ONLY }) },
  {
    id: 'websocket-first',
    summary: 'sends its commands over WebSocket',
    differ: () => ({ settings: { commandsOver: 'websocket' } }),
  },
  {
    id: 'several-sockets',
    summary: 'has three WebSocket connections, of which two only listen',
    differ: (run) => {
      const { url, clientId, clientSecret, ports, stop, clock } = run;
      const shared: { holds?: Holds; tokens?: TokenKeeper } = {};
      // They know of each other's limits and share one token.
      const sharing: Wraps = {
        holds: (own) => (shared.holds ??= own),
        tokens: (own) => (shared.tokens ??= own),
      };
      for (const late of [700, 1900]) {
        void clock.sleep(late).then(() => {
          const listener = createClient({ url, clientId, clientSecret, ...ports }, sharing);
          listener.listen(() => undefined);
          stop.addEventListener('abort', () => void listener.close(), { once: true });
        });
      }
      return { wraps: sharing };
    },
  },
  {
    id: 'connection-per-request',
    summary: 'makes a network connection for each request',
    differ: ({ ports, connect }) => ({
      ports: { http: { ...ports.http, send: (request, signal) => connect().http.send(request, signal) } },
    }),
  },
  {
    id: 'pings-often',
    summary: 'sends session.ping every ten seconds',
    differ: ({ clock }) => ({ wraps: { heartbeat: () => pinging(clock, 10_000) } }),
  },
  {
    id: 'pings-every-38-seconds',
    summary: 'sends session.ping every 38 seconds',
    differ: ({ clock }) => ({ wraps: { heartbeat: () => pinging(clock, 38_000) } }),
  },
  {
    id: 'reads-over-rest',
    summary: 'reads over REST also while it is connected',
    differ: () => ({
      wraps: {
        connection: (usual) => ({
          ...usual,
          get isOpen() {
            return false;
          },
        }),
      },
    }),
  },
  {
    id: 'slow-baseline',
    summary: 'reads its devices ten seconds after it has connected',
    differ: ({ clock }) => ({
      wraps: {
        baseline: (usual) => async (session) => {
          await clock.sleep(10_000, session.ended).catch(() => undefined);
          await usual(session);
        },
      },
    }),
  },
  {
    id: 'request-ids-of-chance',
    summary: 'draws the ids of its requests',
    differ: ({ ports, random }) => {
      const ids = random.stream('ids');
      const known = new Map<string, string>();
      return {
        ports: {
          sockets: changingFrames(ports.sockets, () => ({
            sent: (text) => {
              const frame = JSON.parse(text) as { requestId: string };
              const requestId = ids.token(16);
              known.set(requestId, frame.requestId);
              return JSON.stringify({ ...frame, requestId });
            },
            received: (text) => {
              const frame = JSON.parse(text) as { requestId?: string };
              const own = known.get(frame.requestId ?? '');
              return own === undefined ? text : JSON.stringify({ ...frame, requestId: own });
            },
          })),
        },
      };
    },
  },
  {
    id: 'rotates-its-connection',
    summary: 'closes its connection every forty seconds and opens another one',
    differ: ({ clock }) => ({
      wraps: {
        heartbeat: (usual) => async (session) => {
          void clock
            .sleep(40_000, session.ended)
            .then(() => session.close())
            .catch(() => undefined);
          await usual(session);
        },
      },
    }),
  },
  {
    id: 'fetch-of-node',
    summary: 'sends what the fetch of Node sends',
    differ: ({ ports }) => ({
      ports: {
        http: withHeaders(ports.http, {
          'sec-fetch-mode': 'cors',
          'accept-language': '*',
          'user-agent': 'node',
        }),
      },
    }),
  },
];

function pinging(clock: Surroundings['clock'], every: number): ReturnType<NonNullable<Wraps['heartbeat']>> {
  return async (session) => {
    while (!session.ended.aborted) {
      await clock.sleep(every, session.ended).catch(() => undefined);
      if (session.ended.aborted) return;
      const answer = await session.request('session.ping', {}, 10_000);
      const wait = answer.kind === 'reply' && answer.code === 'RATE_LIMITED' ? (answer.retryAfter ?? 0) : 0;
      if (wait > every) await clock.sleep(wait - every + 100, session.ended).catch(() => undefined);
    }
  };
}

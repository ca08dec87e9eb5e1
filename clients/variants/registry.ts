// Odd clients that are right: whatever the judge says against one of them is wrong.
import { type Answer, verdictOn } from '../../examples/client/answer.js';
import type { BackOff } from '../../examples/client/back-off.js';
import { createClient } from '../../examples/client/client.js';
import type { Call } from '../../examples/client/rest.js';
import type { Holds } from '../../examples/client/holds.js';
import type { Token, TokenKeeper } from '../../examples/client/tokens.js';
import type { Wraps } from '../../examples/client/parts.js';
import type { Differ, Surroundings } from '../client-under-test.js';
import type { Variant } from '../defect.js';
import { alsoOrdered, changingFrames, onRequest, ownDevices, withHeaders } from '../wrap.js';

/** No WebSocket channel. */
const REST_ONLY: Wraps = { connection: (usual) => ({ ...usual, start: () => undefined }) };

function backingOff(change: (usual: BackOff, run: Surroundings) => Partial<BackOff>): Differ {
  return (run) => ({ wraps: { backOff: (usual) => ({ ...usual, ...change(usual, run) }) } });
}

function keys(newKey: (count: number, run: Surroundings) => string): Differ {
  return (run) => {
    let count = 0;
    return { ports: { newKey: () => newKey((count += 1), run) } };
  };
}

/** Gives up what has failed so often; limits are waited for. */
function trying(times: number): Differ {
  return () => ({
    wraps: {
      retry: (usual) => (work) => {
        let tries = 0;
        return usual({
          ...work,
          send: async () => {
            const answer = await work.send();
            const verdict = verdictOn(answer);
            tries++;
            if (tries < times || (verdict !== 'busy' && verdict !== 'failed')) return answer;
            return { kind: 'not sent', code: 'HELD_BACK', message: 'given up' };
          },
        });
      },
    },
  });
}

/** Requests that read, made every so many ms beside all others. */
function alsoReading(calls: readonly Call[], every: number): Differ {
  return ({ clock, stop }) => ({
    wraps: {
      retry: (usual) => usual,
      rest: (usual) => {
        void (async () => {
          for (;;) {
            await clock.sleep(every, stop);
            for (const call of calls) {
              const answer = await usual(call);
              if (answer.kind === 'reply' && answer.status === 429) await clock.sleep(20_000, stop);
            }
          }
        })().catch(() => undefined);
        return usual;
      },
    },
  });
}

/** A token is given back when it has been used for this part of its life. */
function renewing(part: number): Differ {
  return ({ clock }) => {
    let token: Token | undefined;
    let since = 0;
    return {
      wraps: {
        tokens: (usual) => ({
          ...usual,
          get: async () => {
            const life = token ? (token.renewAt - since) / 0.9 : 0;
            if (token && clock.now() - since > part * life) usual.discard(token);
            const asked = clock.now();
            const got = await usual.get();
            if ('value' in got && got !== token) {
              token = got;
              since = asked;
            }
            return got;
          },
        }),
      },
    };
  };
}

const asIs: Differ = () => ({});

export const CLIENT_VARIANTS: readonly Variant[] = [
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
  { id: 'gives-up', summary: 'tries nothing twice that has failed', differ: trying(1) },
  { id: 'tries-twice', summary: 'tries once more, and no more', differ: trying(2) },
  {
    id: 'patient',
    summary: 'waits five times as long as others',
    differ: backingOff((usual) => ({
      retry: (failures, least) => 5 * usual.retry(failures, least),
      reconnect: (failures) => 5 * usual.reconnect(failures),
      limited: (announced) => 5000 + usual.limited(announced),
    })),
  },
  {
    id: 'full-jitter',
    summary: 'draws its delays from zero up to a bound that doubles',
    differ: backingOff((_, { ports }) => ({
      retry: (failures, least = 0) => least + ports.random() * Math.min(30_000, 1000 * 2 ** failures),
      reconnect: (failures) => ports.random() * Math.min(30_000, 1000 * 2 ** failures),
    })),
  },
  {
    id: 'equal-jitter',
    summary: 'draws half of each delay, and keeps the other half',
    differ: backingOff((_, { ports }) => {
      const delay = (failures: number): number =>
        Math.min(30_000, 500 * 2 ** failures) * (0.5 + ports.random() / 2);
      return { retry: (failures, least = 0) => least + delay(failures), reconnect: delay };
    }),
  },
  {
    id: 'decorrelated-jitter',
    summary: 'draws each delay between the least and three times the last one',
    differ: backingOff((_, { ports }) => {
      let last = 1000;
      const delay = (failures: number): number => {
        if (failures === 1) last = 1000;
        last = Math.min(30_000, 1000 + ports.random() * (3 * last - 1000));
        return last;
      };
      return { retry: (failures, least = 0) => least + delay(failures), reconnect: delay };
    }),
  },
  {
    id: 'quick-beginner',
    summary: 'begins with a tenth of a second and doubles',
    differ: backingOff((_, { ports }) => {
      const delay = (failures: number): number => 100 * 2 ** failures * (0.8 + 0.4 * ports.random());
      return { retry: (failures, least = 0) => least + delay(failures), reconnect: delay };
    }),
  },
  {
    id: 'reconnects-at-once-first',
    summary: 'tries to connect again at once, and then with growing delays',
    differ: backingOff((usual) => ({
      reconnect: (failures) => (failures === 1 ? 0 : usual.reconnect(failures)),
    })),
  },
  { id: 'renews-at-half-life', summary: 'renews its token at half of its life', differ: renewing(0.5) },
  {
    id: 'renews-late',
    summary: 'renews its token when nearly all of its life is over',
    differ: renewing(0.88),
  },
  {
    id: 'renews-on-401',
    summary: 'knows nothing of the life of tokens and renews them after a 401',
    differ: ({ ports }) => ({
      ports: {
        http: {
          ...ports.http,
          send: async (request, signal) => {
            const response = await ports.http.send(request, signal);
            return {
              ...response,
              body: response.body.replace(/"expiresIn":[\d.]+/, '"expiresIn":"unknown"'),
            };
          },
        },
      },
    }),
  },
  {
    id: 'short-keys',
    summary: 'counts its keys',
    differ: keys((count, { instance }) => `${instance}.${count}`),
  },
  {
    id: 'long-keys',
    summary: 'has keys of 200 characters',
    differ: keys((count, { instance }) => `${instance}-${count}-`.padEnd(200, 'k')),
  },
  {
    id: 'keys-with-odd-characters',
    summary: 'has keys with blanks and punctuation',
    differ: keys((count, { instance }) => `client ${instance}; command #${count} (first)`),
  },
  {
    id: 'keys-of-time',
    summary: 'makes its keys of the time and a counter',
    differ: keys((count, { clock, instance }) => `${Math.round(clock.now())}/${instance}/${count}`),
  },
  {
    id: 'instances-of-their-own',
    summary: 'runs three times, each with devices of its own',
    instances: 3,
    differ: (run) => ownDevices(run),
  },
  {
    id: 'second-instance-idle',
    summary: 'runs twice, and the second one only listens',
    instances: 2,
    differ: ({ instance, ...run }) =>
      instance === 1
        ? {}
        : { deviceIds: ['mini-01'], lines: alsoOrdered({ ...run, lines: none(run) }, [], 1) },
  },
  {
    id: 'read-only',
    summary: 'only reads',
    differ: (run) => ({ lines: filtered(run.lines, ({ do: what }) => what === 'refresh') }),
  },
  {
    id: 'write-only',
    summary: 'never reads but for its baseline',
    differ: (run) => ({ lines: filtered(run.lines, ({ do: what }) => what !== 'refresh') }),
  },
  {
    id: 'chatty',
    summary: 'lists devices and reads configurations every four seconds',
    differ: alsoReading(
      [
        { method: 'GET', path: '/devices' },
        { method: 'GET', path: '/devices/bench-01/config' },
      ],
      4000,
    ),
  },
  {
    id: 'polls-slowly',
    summary: 'reads the profiles every twenty seconds',
    differ: alsoReading([{ method: 'GET', path: '/device-profiles' }], 20_000),
  },
  {
    id: 'polls-instead-of-listening',
    summary: 'has no WebSocket channel and reads each device every ten seconds',
    differ: (run) => ({
      wraps: REST_ONLY,
      lines: alsoOrdered(
        run,
        Array.from({ length: 14 }, () => ({ do: 'refresh', deviceId: 'bench-02' })),
        10_000,
      ),
    }),
  },
  {
    id: 'paced',
    summary: 'lets half a second pass between any two requests',
    differ: ({ clock }) => {
      let next = 0;
      return {
        wraps: {
          retry: (usual) => async (work) => {
            const at = Math.max(clock.now(), next);
            next = at + 500;
            await clock.sleep(at - clock.now());
            return usual(work);
          },
        },
      };
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
    id: 'other-order-of-fields',
    summary: 'repeats a request with its fields in another order',
    differ: () => {
      let turn = 0;
      return {
        wraps: onRequest((call, send, token) => {
          const { body } = call;
          const turned =
            body && turn++ % 2 === 1 ? Object.fromEntries(Object.entries(body).toReversed()) : body;
          return send(turned ? { ...call, body: turned } : call, token);
        }),
      };
    },
  },
  {
    id: 'drops-what-is-limited',
    summary: 'does not repeat what a limit has refused, and lets the announced delay pass',
    differ: ({ clock }) => ({
      wraps: {
        retry: (usual) => (work) =>
          usual({
            ...work,
            send: async () => {
              const answer = await work.send();
              if (answer.kind !== 'reply' || (answer.status !== 429 && answer.code !== 'RATE_LIMITED'))
                return answer;
              await clock.sleep((answer.retryAfter ?? 0) + 100);
              return { ...answer, status: 499, code: 'DROPPED' } satisfies Answer;
            },
          }),
      },
    }),
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
  { id: 'other-chance', summary: 'is the good client with other luck', differ: asIs },
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

type Order = Readonly<Record<string, unknown>>;

async function* filtered(
  lines: AsyncIterable<string>,
  isMeant: (order: Order) => boolean,
): AsyncGenerator<string> {
  for await (const line of lines) if (isMeant(JSON.parse(line) as Order)) yield line;
}

async function* none({ clock, stop }: Pick<Surroundings, 'clock' | 'stop'>): AsyncGenerator<string> {
  await clock.sleep(Number.MAX_SAFE_INTEGER / 2, stop).catch(() => undefined);
  yield* [];
}

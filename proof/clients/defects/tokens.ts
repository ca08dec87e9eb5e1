// Clients that do with tokens, tickets and browsers what they should not.
import type { Token, TokenKeeper } from '../../../examples/client/tokens.js';
import type { Answer } from '../../../examples/client/answer.js';
import type { Wraps } from '../../../examples/client/parts.js';
import type { Surroundings } from '../client-under-test.js';
import type { Defect } from '../defect.js';
import { changingHttp, onRequest, withHeaders } from '../wrap.js';

/** Throws the token away before a request whenever `isOld` says so. */
function discarding(isOld: (age: number, uses: number) => boolean, { clock }: Surroundings): Wraps {
  let token: Token | undefined;
  let since = 0;
  let uses = 0;
  return {
    tokens: (keeper: TokenKeeper): TokenKeeper => ({
      ...keeper,
      get: async (): Promise<Token | Answer> => {
        if (token && isOld(clock.now() - since, uses)) keeper.discard(token);
        const got = await keeper.get();
        uses++;
        if ('value' in got && got !== token) {
          token = got;
          since = clock.now();
          uses = 0;
        }
        return got;
      },
    }),
  };
}

const RULE = 'client.token-reused';
const BROWSER = 'client.server-side-only';

export const TOKEN_DEFECTS: readonly Defect[] = [
  {
    id: 'token-per-request',
    rule: RULE,
    summary: 'asks for a new token before each request',
    differ: (run) => ({ wraps: discarding(() => true, run) }),
  },
  {
    id: 'token-for-three-requests',
    rule: RULE,
    summary: 'uses a token for three requests and asks for the next one',
    differ: (run) => ({ wraps: discarding((_, uses) => uses >= 2, run) }),
  },
  {
    id: 'token-for-ten-seconds',
    rule: RULE,
    summary: 'takes every token for ten seconds, whatever its life',
    differ: (run) => ({ wraps: discarding((age) => age >= 10_000, run) }),
  },
  {
    id: 'token-renewed-at-a-quarter',
    rule: RULE,
    summary: 'renews its token when a quarter of its life has passed',
    differ: (run) => ({ wraps: discarding((age) => age >= 15_000, run) }),
  },
  {
    id: 'origin-on-requests',
    rule: BROWSER,
    summary: 'sends Origin with each request, as the page of a browser does',
    differ: ({ ports }) => ({ ports: { http: withHeaders(ports.http, { origin: 'https://app.example' }) } }),
  },
  {
    id: 'fetch-metadata',
    rule: BROWSER,
    summary: 'sends the Sec-Fetch headers of a browser',
    differ: ({ ports }) => ({
      ports: {
        http: withHeaders(ports.http, {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'cors',
          'sec-fetch-dest': 'empty',
        }),
      },
    }),
  },
  {
    id: 'origin-on-upgrades',
    rule: BROWSER,
    summary: 'opens its WebSocket connection from a page',
    differ: ({ sockets }) => ({
      ports: {
        sockets: {
          open: (url, handlers, signal) =>
            sockets.open(url, handlers, signal, { origin: 'https://app.example' }),
        },
      },
    }),
  },
  {
    id: 'preflights',
    rule: BROWSER,
    summary: 'asks for permission by CORS before each request that changes something',
    differ: ({ http, ports }) => ({
      ports: {
        http: {
          ...ports.http,
          send: async (request, signal) => {
            if (request.method !== 'GET' && !request.url.endsWith('/auth/token')) {
              const headers = { 'access-control-request-method': request.method };
              await http.send({ method: 'OPTIONS', url: request.url, headers }, signal);
            }
            return ports.http.send(request, signal);
          },
        },
      },
    }),
  },
  {
    id: 'login-from-a-page',
    rule: BROWSER,
    summary: 'asks for its tokens from a page, and for the rest from a server',
    differ: ({ ports }) => ({
      ports: {
        http: changingHttp(ports.http, (request) =>
          request.url.endsWith('/auth/token')
            ? { ...request, headers: { ...request.headers, origin: 'https://app.example' } }
            : request,
        ),
      },
    }),
  },
  {
    id: 'ticket-kept-for-long',
    rule: 'client.ticket-just-in-time',
    summary: 'creates a ticket and connects a quarter of a minute later',
    differ: ({ clock }) => ({
      wraps: {
        ...onRequest(async (call, send, token) => {
          const answer = await send(call, token);
          if (call.path === '/ws/ticket') await clock.sleep(15_000);
          return answer;
        }),
      },
    }),
  },
  ...ticketDefects(),
];

/** The answer to a request for a ticket is kept, and given again. */
function keepingTickets(isUsable: (age: number, uses: number) => boolean) {
  return ({ clock }: Surroundings): { readonly wraps: Wraps } => {
    let kept: Answer | undefined;
    let since = 0;
    let uses = 0;
    return {
      wraps: onRequest(async (call, send, token) => {
        if (call.path !== '/ws/ticket') return send(call, token);
        if (kept && isUsable(clock.now() - since, uses)) {
          uses++;
          return kept;
        }
        kept = await send(call, token);
        since = clock.now();
        uses = 0;
        return kept;
      }),
    };
  };
}

function ticketDefects(): Defect[] {
  return [
    {
      id: 'ticket-used-twice',
      rule: 'client.ticket-just-in-time',
      summary:
        'connects again with the ticket of the last connection, and asks for another one when that fails',
      differ: keepingTickets((_, uses) => uses < 1),
    },
    {
      id: 'ticket-for-a-minute',
      rule: 'client.ticket-just-in-time',
      summary: 'takes one ticket for all connections of a minute',
      differ: keepingTickets((age) => age < 60_000),
    },
    {
      id: 'ticket-beforehand',
      rule: 'client.ticket-just-in-time',
      summary: 'creates the ticket of the next connection while the last one is open',
      differ: ({ clock }) => {
        const stock: Answer[] = [];
        return {
          wraps: onRequest(async (call, send, token) => {
            if (call.path !== '/ws/ticket') return send(call, token);
            const ready = stock.shift() ?? (await send(call, token));
            void clock.sleep(12_000).then(async () => stock.push(await send(call, token)));
            return ready;
          }),
        };
      },
    },
  ];
}

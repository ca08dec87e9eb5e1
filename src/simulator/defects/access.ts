// Defects of access tokens and credentials, and of who is let in.
import { refuse, success } from '../service/outcome.js';
import type { Upgrade } from '../service/origin.js';
import { breaks, defects } from './defect.js';
import type { Edge } from '../edge/edge.js';
import type { RestRequest } from '../transport/rest/message.js';
import { call, dataOf, onePort, portCall, replies, withData } from '../edge/helpers.js';
import { admission, connections, createLikenesses, keptTokens, authenticating } from './parts.js';

const SECOND = 1000;

/** What tokens say of their life in defects that make them short-lived, in seconds. */
const SHORT = 40;

export const ACCESS_DEFECTS = defects({
  // Authentication: valid credentials get an access token, which protected endpoints accept.
  'token-useless': breaks('auth.token-issued', {
    summary: 'An access token that was just issued is not accepted anywhere.',
    edge: onePort('access', (access) => ({
      issueToken: (credentials) => {
        const issued = access.issueToken(credentials);
        access.expireTokens(credentials.clientId);
        return issued;
      },
    })),
  }),
  // Access token: tokenType is Bearer, and clientId is that of the caller.
  'token-of-nobody': breaks('auth.token-shape', {
    summary: 'The token response has no clientId and an unknown token type.',
    edge: replies((body) => {
      const { clientId, ...data } = dataOf(body);
      return clientId === undefined ? undefined : { ...body, data: { ...data, tokenType: 'token' } };
    }),
  }),
  // Errors: an invalid clientSecret is answered with 401 AUTH_INVALID when a token is created.
  'wrong-secret-accepted': breaks('auth.invalid-credentials', {
    summary: 'A token is issued for any clientSecret once the client has authenticated properly.',
    edge: withKnownSecrets(() => true),
  }),
  // Errors: a disabled API client is answered with APP_DISABLED. Here, disabling one has no effect.
  'disabled-client-accepted': breaks('auth.disabled-client', {
    summary: 'A disabled API client still gets access tokens.',
    edge: onePort('access', (access) => ({ setDisabled: (clientId) => access.look(clientId) !== undefined })),
  }),
  // Permissions: a request without authentication is answered with 401.
  'authentication-optional': breaks('auth.missing', {
    summary: 'A request without a token is served.',
    edge: withoutAuthentication((token) => token === undefined),
  }),
  // Permissions: a request with an invalid token is answered with 401.
  'made-up-token-accepted': breaks('auth.invalid', {
    summary: 'A made-up token is served.',
    edge: withoutAuthentication((token) => token !== undefined),
  }),
  // Permissions: protected endpoints need a token under the scheme Bearer; under another one it is invalid.
  'any-scheme-accepted': breaks('auth.invalid', {
    summary: 'A valid access token is accepted under any scheme, such as Token or Basic.',
    edge: authorizedAs(({ authorization }) => authorization?.replace(/^\S+ /, 'Bearer ')),
  }),
  // Permissions: a request with an expired token is answered with 401.
  'expired-token-accepted': breaks('auth.expired', {
    summary: 'A token that has been used before is accepted after it has expired.',
    edge: () => keptTokens(() => true),
  }),
  // Permissions: an expired token is answered with 401; a server error may come at any moment, but not each time.
  'expired-token-fails': breaks('auth.expired', {
    summary: 'A request with a token that has expired is answered with 500.',
    edge: () => {
      const issued = new Set<string>();
      return authenticating((found, token) => {
        if (found.ok) issued.add(token);
        return found.ok || !issued.has(token)
          ? found
          : refuse('INTERNAL_ERROR', 'The token could not be read.');
      });
    },
  }),
  // Permissions: a token is good as a whole, and not for its first characters and its length.
  'token-by-its-first-half': breaks('auth.invalid', {
    summary: 'A token that is like an issued one in its length and its first half is accepted.',
    edge: () => {
      const issued = createLikenesses();
      return authenticating((found, token, access) => {
        if (found.ok) issued.keep(token);
        return found.ok ? found : access.authenticate(issued.find(token));
      });
    },
  }),
  // Idempotency key: the key is no credential and never authenticates a request.
  'key-is-credential': breaks('auth.key-is-no-credential', {
    summary: 'A request without a token is let through when its Idempotency-Key is known.',
    edge: () => {
      const senders = new Map<string, string>();
      return authorizedAs(({ authorization, 'idempotency-key': key }) => {
        if (key === undefined) return authorization;
        if (authorization !== undefined) senders.set(key, authorization);
        return authorization ?? senders.get(key);
      });
    },
  }),
  // Permissions: a request without authentication is answered with 401, one that sets a baud rate too.
  'baud-rate-without-token': breaks('auth.missing', {
    summary: 'The baud rate can be set without a token.',
    edge: () => {
      let last: string | undefined;
      return {
        rest: async (request, next) => {
          const { authorization } = request.headers;
          if (authorization === undefined && request.target.endsWith('/baud-rate'))
            return next({ ...request, headers: { ...request.headers, authorization: last } });
          const reply = await next(request);
          if (reply.status === 200) last = authorization ?? last;
          return reply;
        },
      };
    },
  }),
  // Errors: an invalid clientSecret is answered with 401 AUTH_INVALID, also when only the case of its letters is wrong.
  'secret-in-any-case': breaks('auth.invalid-credentials', {
    summary: 'A clientSecret is accepted with the case of its letters swapped.',
    edge: withKnownSecrets((given, right) => given.toLowerCase() === right.toLowerCase()),
  }),
  // Errors: an invalid clientSecret is answered with 401 AUTH_INVALID, also when its first half is right.
  'secret-by-its-beginning': breaks('auth.invalid-credentials', {
    summary: 'A clientSecret is compared by its first eight characters.',
    edge: withKnownSecrets((given, right) => given.slice(0, 8) === right.slice(0, 8)),
  }),
  // Access token: clientId is that of the API client that the token belongs to.
  'token-names-first-client': breaks('auth.token-shape', {
    summary: 'The token response of every client has the clientId of the first one that got a token.',
    edge: () => {
      let first: unknown;
      return replies((body) => {
        const { accessToken, clientId } = dataOf(body);
        if (accessToken === undefined) return undefined;
        first ??= clientId;
        return withData(body, { clientId: first });
      });
    },
  }),
  // Access token: scopes are the permissions granted.
  'token-claims-manage': breaks('auth.token-shape', {
    summary: 'The token response of a client with device:config lists device:manage as well.',
    edge: replies((body) => {
      const { scopes } = dataOf(body) as { scopes?: readonly string[] };
      if (!scopes?.includes('device:config')) return undefined;
      return withData(body, { scopes: [...new Set([...scopes, 'device:manage'])] });
    }),
  }),
  // Errors: a disabled API client is answered with APP_DISABLED, whenever its token was made.
  'disabled-token-lives': breaks('auth.disabled-client', {
    summary: 'An access token from before goes on to work once its API client has been disabled.',
    edge: () => keptTokens(({ code }) => code === 'APP_DISABLED'),
  }),
  // Errors: a disabled API client is answered with APP_DISABLED, on a connection that is open already as well.
  'disabled-connection-lives': breaks('auth.disabled-client', {
    summary: 'A connection that is open goes on to work once its API client has been disabled.',
    edge: onePort('access', (access) => ({
      stillEnabled: (clientId) => {
        const client = access.look(clientId);
        return client?.disabled ? success(client) : access.stillEnabled(clientId);
      },
    })),
  }),
  // Permissions: an expired token is answered with 401, whatever is asked with it.
  'expired-token-reads-config': breaks('auth.expired', {
    summary: 'An expired token still reads the device configuration.',
    edge: () => withExpiredTokens((target) => target.endsWith('/config')),
  }),
  // Permissions: an expired token is answered with 401, for operations too.
  'expired-token-switches': breaks('auth.expired', {
    summary: 'An expired token still switches relays.',
    edge: () => withExpiredTokens((target) => target.endsWith('/relays/commands')),
  }),
  // Authentication: expiresIn is the lifetime of the token.
  'token-dies-early': breaks('auth.token-issued', {
    summary: 'A token is refused when half of its stated lifetime is over.',
    edge: withLifetimes(SHORT / 2),
  }),
  // Permissions: an expired token is answered with 401, when the lifetime that was stated is over.
  'token-outlives-itself': breaks('auth.expired', {
    summary: 'A token is accepted for twice as long as it says.',
    edge: withLifetimes(SHORT * 2),
  }),
  // Permissions: a request with an invalid token is answered with 401; a ticket is no token.
  'ticket-is-token': breaks('auth.invalid', {
    summary: 'A ticket that has not been used is accepted as an access token.',
    edge: {
      ports: ({ access, tickets }) => ({
        access: {
          authenticate: (token) => {
            const holder = token === undefined ? undefined : tickets.holder(token);
            return holder === undefined ? access.authenticate(token) : access.stillEnabled(holder);
          },
        },
      }),
    },
  }),
  // Permissions: a WebSocket connection needs a ticket, whatever else the upgrade carries.
  'bearer-opens-connection': breaks('ws.ticket-required', {
    summary: 'A connection without a ticket is opened when the upgrade carries an access token.',
    edge: openingWith((ticket, upgrade) => (ticket === undefined ? upgrade?.bearer : undefined)),
  }),
  // Permissions: a WebSocket connection needs a ticket; an access token in its place is none.
  'token-is-ticket': breaks('ws.ticket-required', {
    summary: 'An access token is accepted in the place of a ticket.',
    edge: openingWith((ticket) => ticket),
  }),
  // Other rules: a ticket is used up by one connection, for good.
  'ticket-free-after-close': breaks('ws.ticket-once', {
    summary: 'A ticket can be used again once the connection that it opened is closed.',
    edge: () => {
      const used = new Map<string, string>();
      const freed = new Map<string, string>();
      return [
        connections({
          ended: ({ clientId }) => {
            for (const [ticket, holder] of used) if (holder === clientId) freed.set(ticket, holder);
          },
        }),
        portCall('tickets', 'redeem', (ticket, next) => {
          const holder = next(ticket) ?? freed.get(ticket);
          freed.delete(ticket);
          if (holder !== undefined) used.set(ticket, holder);
          return holder;
        }),
      ];
    },
  }),
});

/** @param serves whether a request with this token is served; the ticket endpoint still refuses it. */
function withoutAuthentication(serves: (token: string | undefined) => boolean): Edge {
  return admission(
    ({ endpoint, token, code }) => code === 'AUTH_INVALID' && endpoint !== 'ticket.create' && serves(token),
  );
}

/** @param as the header Authorization that a request is taken to have. */
function authorizedAs(as: (headers: RestRequest['headers']) => string | undefined): Edge {
  return {
    rest: (request, next) =>
      next({ ...request, headers: { ...request.headers, authorization: as(request.headers) } }),
  };
}

/** @param passes whether what was given counts as the right secret, which is the one that was accepted first. */
function withKnownSecrets(passes: (given: string, right: string) => boolean): () => Edge {
  return () => {
    const secrets = new Map<string, string>();
    return call('issueToken', ({ clientId, clientSecret }, origin, next) => {
      const right = secrets.get(clientId);
      const taken = right !== undefined && passes(clientSecret, right) ? right : clientSecret;
      const issued = next({ clientId, clientSecret: taken }, origin);
      if (issued.ok) secrets.set(clientId, right ?? clientSecret);
      return issued;
    });
  };
}

/** @param token the access token that opens a connection where the ticket does not. */
function openingWith(
  token: (ticket: string | undefined, upgrade: Upgrade | undefined) => string | undefined,
): Edge {
  return {
    calls: (service) => ({
      openConnection: (ticket, upgrade) => {
        const opened = service.openConnection(ticket, upgrade);
        const other = opened.ok ? undefined : token(ticket, upgrade);
        return other === undefined ? opened : service.admit('ticket.create', other);
      },
    }),
  };
}

/** @param serves whether a request for this path is served with a token that has expired. */
function withExpiredTokens(serves: (target: string) => boolean): readonly Edge[] {
  let target = '';
  const watching: Edge = {
    rest: (request, next) => {
      target = request.target;
      return next(request);
    },
  };
  return [watching, keptTokens(() => serves(target))];
}

/** Tokens say that they live for `SHORT` seconds. @param seconds for which they really do. */
function withLifetimes(seconds: number): Edge {
  return onePort('access', (access, { clock }) => {
    const over = new Map<string, number>();
    return {
      issueToken: (credentials) => {
        const issued = access.issueToken(credentials);
        if (!issued.ok) return issued;
        over.set(issued.value.accessToken, clock.now() + seconds * SECOND);
        return success({ ...issued.value, expiresIn: SHORT });
      },
      authenticate: (token = '') =>
        clock.now() < (over.get(token) ?? Infinity)
          ? access.authenticate(token)
          : refuse('AUTH_INVALID', 'The access token has expired.'),
    };
  });
}

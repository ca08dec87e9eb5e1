// Defects of credentials that are nearly right, come to the wrong place, or belong to a client that was disabled.
import type { Decoration } from '../decoration.js';
import { editReplies, dataOf } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';
import { withKeptTokens } from './wrap/kept-tokens.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';

const SECOND = 1000;

/** What tokens say of their life in defects that make them short-lived, in seconds. */
const SHORT = 40;

export const CREDENTIAL_PLACE_DEFECTS: readonly Defect[] = [
  // Errors: an invalid clientSecret is answered with 401 AUTH_INVALID, also when only the case of its letters is wrong.
  {
    id: 'secret-in-any-case',
    rule: 'auth.invalid-credentials',
    summary: 'A clientSecret is accepted with the case of its letters swapped.',
    decorate: () => withKnownSecrets((given, right) => given.toLowerCase() === right.toLowerCase()),
  },
  // Errors: an invalid clientSecret is answered with 401 AUTH_INVALID, also when its first half is right.
  {
    id: 'secret-by-its-beginning',
    rule: 'auth.invalid-credentials',
    summary: 'A clientSecret is compared by its first eight characters.',
    decorate: () => withKnownSecrets((given, right) => given.slice(0, 8) === right.slice(0, 8)),
  },
  // Access token: clientId is that of the API client that the token belongs to.
  {
    id: 'token-names-first-client',
    rule: 'auth.token-shape',
    summary: 'The token response of every client has the clientId of the first one that got a token.',
    decorate: () => {
      let first: unknown;
      return editReplies((body) => {
        const { accessToken, clientId } = dataOf(body);
        if (accessToken === undefined) return undefined;
        first ??= clientId;
        return { ...body, data: { ...dataOf(body), clientId: first } };
      });
    },
  },
  // Access token: scopes are the permissions granted.
  {
    id: 'token-claims-manage',
    rule: 'auth.token-shape',
    summary: 'The token response of a client with device:config lists device:manage as well.',
    decorate: () =>
      editReplies((body) => {
        const { scopes } = dataOf(body) as { scopes?: readonly string[] };
        if (!scopes?.includes('device:config')) return undefined;
        return { ...body, data: { ...dataOf(body), scopes: [...new Set([...scopes, 'device:manage'])] } };
      }),
  },
  // Errors: a disabled API client is answered with APP_DISABLED, whenever its token was made.
  {
    id: 'disabled-token-lives',
    rule: 'auth.disabled-client',
    summary: 'An access token from before goes on to work once its API client has been disabled.',
    decorate: () => withKeptTokens(({ code }) => code === 'APP_DISABLED'),
  },
  // Errors: a disabled API client is answered with APP_DISABLED, on a connection that is open already as well.
  {
    id: 'disabled-connection-lives',
    rule: 'auth.disabled-client',
    summary: 'A connection that is open goes on to work once its API client has been disabled.',
    decorate: () =>
      withPorts(({ access }) => ({
        access: {
          stillEnabled: (clientId) => {
            const client = access.look(clientId);
            return client?.disabled ? { ok: true, value: client } : access.stillEnabled(clientId);
          },
        },
      })),
  },
  // Permissions: an expired token is answered with 401, whatever is asked with it.
  {
    id: 'expired-token-reads-config',
    rule: 'auth.expired',
    summary: 'An expired token still reads the device configuration.',
    decorate: () => withExpiredTokens((target) => target.endsWith('/config')),
  },
  // Permissions: an expired token is answered with 401, for operations too.
  {
    id: 'expired-token-switches',
    rule: 'auth.expired',
    summary: 'An expired token still switches relays.',
    decorate: () => withExpiredTokens((target) => target.endsWith('/relays/commands')),
  },
  // Authentication: expiresIn is the lifetime of the token.
  {
    id: 'token-dies-early',
    rule: 'auth.token-issued',
    summary: 'A token is refused when half of its stated lifetime is over.',
    decorate: () => withLifetimes(SHORT / 2),
  },
  // Permissions: an expired token is answered with 401, when the lifetime that was stated is over.
  {
    id: 'token-outlives-itself',
    rule: 'auth.expired',
    summary: 'A token is accepted for twice as long as it says.',
    decorate: () => withLifetimes(SHORT * 2),
  },
  // Permissions: a request with an invalid token is answered with 401; a ticket is no token.
  {
    id: 'ticket-is-token',
    rule: 'auth.invalid',
    summary: 'A ticket that has not been used is accepted as an access token.',
    decorate: () =>
      withPorts(({ access, tickets }) => ({
        access: {
          authenticate: (token) => {
            const holder = token === undefined ? undefined : tickets.holder(token);
            return holder === undefined ? access.authenticate(token) : access.stillEnabled(holder);
          },
        },
      })),
  },
  // Permissions: a WebSocket connection needs a ticket, whatever else the upgrade carries.
  {
    id: 'bearer-opens-connection',
    rule: 'ws.ticket-required',
    summary: 'A connection without a ticket is opened when the upgrade carries an access token.',
    decorate: () =>
      withService((service) => ({
        openConnection: (ticket, upgrade) => {
          const opened = service.openConnection(ticket, upgrade);
          return opened.ok || ticket !== undefined || upgrade?.bearer === undefined
            ? opened
            : service.admit('ticket.create', upgrade.bearer);
        },
      })),
  },
  // Permissions: a WebSocket connection needs a ticket; an access token in its place is none.
  {
    id: 'token-is-ticket',
    rule: 'ws.ticket-required',
    summary: 'An access token is accepted in the place of a ticket.',
    decorate: () =>
      withService((service) => ({
        openConnection: (ticket, upgrade) => {
          const opened = service.openConnection(ticket, upgrade);
          return opened.ok || ticket === undefined ? opened : service.admit('ticket.create', ticket);
        },
      })),
  },
  // Other rules: a ticket is used up by one connection, for good.
  {
    id: 'ticket-free-after-close',
    rule: 'ws.ticket-once',
    summary: 'A ticket can be used again once the connection that it opened is closed.',
    decorate: () => {
      const used = new Map<string, string>();
      const freed = new Map<string, string>();
      return {
        session: (next) => (caller, socket) => {
          const session = next(caller, socket);
          return {
            ...session,
            end: () => {
              session.end();
              for (const [ticket, holder] of used) if (holder === caller.clientId) freed.set(ticket, holder);
            },
          };
        },
        ...withPorts(({ tickets }) => ({
          tickets: {
            redeem: (ticket) => {
              const holder = tickets.redeem(ticket) ?? freed.get(ticket);
              freed.delete(ticket);
              if (holder !== undefined) used.set(ticket, holder);
              return holder;
            },
          },
        })),
      };
    },
  },
];

/** @param passes whether what was given counts as the right secret, which is the one that was accepted first. */
function withKnownSecrets(passes: (given: string, right: string) => boolean): Decoration {
  return withService((service) => {
    const secrets = new Map<string, string>();
    return {
      issueToken: (credentials, origin) => {
        const { clientId, clientSecret } = credentials;
        const right = secrets.get(clientId);
        const taken = right !== undefined && passes(clientSecret, right) ? right : clientSecret;
        const issued = service.issueToken({ clientId, clientSecret: taken }, origin);
        if (issued.ok) secrets.set(clientId, right ?? clientSecret);
        return issued;
      },
    };
  });
}

/** @param serves whether a request for this path is served with a token that has expired. */
function withExpiredTokens(serves: (target: string) => boolean): Decoration {
  let target = '';
  return {
    rest: (next) => (request) => {
      target = request.target;
      return next(request);
    },
    ...withKeptTokens(() => serves(target)),
  };
}

/** Tokens say that they live for `SHORT` seconds. @param seconds for which they really do. */
function withLifetimes(seconds: number): Decoration {
  return withPorts(({ access }, { clock }) => {
    const over = new Map<string, number>();
    return {
      access: {
        issueToken: (credentials) => {
          const issued = access.issueToken(credentials);
          if (!issued.ok) return issued;
          over.set(issued.value.accessToken, clock.now() + seconds * SECOND);
          return { ok: true, value: { ...issued.value, expiresIn: SHORT } };
        },
        authenticate: (token = '') =>
          clock.now() < (over.get(token) ?? Infinity)
            ? access.authenticate(token)
            : { ok: false, refusal: { code: 'AUTH_INVALID', message: 'The access token has expired.' } },
      },
    };
  });
}

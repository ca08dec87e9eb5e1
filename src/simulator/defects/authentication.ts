// Defects of access tokens and of who is let in.
import { dataOf, editReplies } from '../wire/edit-messages.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';
import { withKeptTokens } from './wrap/kept-tokens.js';
import { withPorts } from './wrap/ports.js';
import { withAdmission, withService } from './wrap/service.js';

export const AUTHENTICATION_DEFECTS: readonly Defect[] = [
  // Authentication: valid credentials get an access token, which protected endpoints accept.
  {
    id: 'token-useless',
    rule: 'auth.token-issued',
    summary: 'An access token that was just issued is not accepted anywhere.',
    decorate: () =>
      withPorts(({ access }) => ({
        access: {
          issueToken: (credentials) => {
            const issued = access.issueToken(credentials);
            access.expireTokens(credentials.clientId);
            return issued;
          },
        },
      })),
  },
  // Access token: tokenType is Bearer, and clientId is that of the caller.
  {
    id: 'token-of-nobody',
    rule: 'auth.token-shape',
    summary: 'The token response has no clientId and an unknown token type.',
    decorate: () =>
      editReplies((body) => {
        const { clientId, ...data } = dataOf(body);
        return clientId === undefined ? undefined : { ...body, data: { ...data, tokenType: 'token' } };
      }),
  },
  // Errors: an invalid clientSecret is answered with 401 AUTH_INVALID when a token is created.
  {
    id: 'wrong-secret-accepted',
    rule: 'auth.invalid-credentials',
    summary: 'A token is issued for any clientSecret once the client has authenticated properly.',
    decorate: () =>
      withService((service) => {
        const secrets = new Map<string, string>();
        return {
          issueToken: ({ clientId, clientSecret }, origin) => {
            const known = secrets.get(clientId);
            const issued = service.issueToken({ clientId, clientSecret: known ?? clientSecret }, origin);
            if (issued.ok) secrets.set(clientId, known ?? clientSecret);
            return issued;
          },
        };
      }),
  },
  // Errors: a disabled API client is answered with APP_DISABLED. Here, disabling one has no effect.
  {
    id: 'disabled-client-accepted',
    rule: 'auth.disabled-client',
    summary: 'A disabled API client still gets access tokens.',
    decorate: () =>
      withPorts(({ access }) => ({
        access: { setDisabled: (clientId) => access.look(clientId) !== undefined },
      })),
  },
  // Permissions: a request without authentication is answered with 401.
  {
    id: 'authentication-optional',
    rule: 'auth.missing',
    summary: 'A request without a token is served.',
    decorate: () => withoutAuthentication((token) => token === undefined),
  },
  // Permissions: a request with an invalid token is answered with 401.
  {
    id: 'made-up-token-accepted',
    rule: 'auth.invalid',
    summary: 'A made-up token is served.',
    decorate: () => withoutAuthentication((token) => token !== undefined),
  },
  // Permissions: protected endpoints need a token under the scheme Bearer; under another one it is invalid.
  {
    id: 'any-scheme-accepted',
    rule: 'auth.invalid',
    summary: 'A valid access token is accepted under any scheme, such as Token or Basic.',
    decorate: () => ({
      rest: (next) => (request) => {
        const { authorization } = request.headers;
        if (authorization === undefined) return next(request);
        const headers = { ...request.headers, authorization: authorization.replace(/^\S+ /, 'Bearer ') };
        return next({ ...request, headers });
      },
    }),
  },
  // Permissions: a request with an expired token is answered with 401.
  {
    id: 'expired-token-accepted',
    rule: 'auth.expired',
    summary: 'A token that has been used before is accepted after it has expired.',
    decorate: () => withKeptTokens(() => true),
  },
  // Permissions: an expired token is answered with 401; a server error may come at any moment, but not each time.
  {
    id: 'expired-token-fails',
    rule: 'auth.expired',
    summary: 'A request with a token that has expired is answered with 500.',
    decorate: () =>
      withPorts(({ access }) => {
        const issued = new Set<string>();
        return {
          access: {
            authenticate: (token = '') => {
              const found = access.authenticate(token);
              if (found.ok) issued.add(token);
              return found.ok || !issued.has(token)
                ? found
                : { ok: false, refusal: { code: 'INTERNAL_ERROR', message: 'The token could not be read.' } };
            },
          },
        };
      }),
  },
  // Idempotency key: the key is no credential and never authenticates a request.
  {
    id: 'key-is-credential',
    rule: 'auth.key-is-no-credential',
    summary: 'A request without a token is let through when its Idempotency-Key is known.',
    decorate: () => ({
      rest: (next) => {
        const senders = new Map<string, string>();
        return (request) => {
          const { authorization, 'idempotency-key': key } = request.headers;
          if (key === undefined) return next(request);
          if (authorization !== undefined) senders.set(key, authorization);
          const headers = { ...request.headers, authorization: authorization ?? senders.get(key) };
          return next({ ...request, headers });
        };
      },
    }),
  },
  // Permissions: a request without authentication is answered with 401, one that sets a baud rate too.
  {
    id: 'baud-rate-without-token',
    rule: 'auth.missing',
    summary: 'The baud rate can be set without a token.',
    decorate: () => ({
      rest: (next) => {
        let last: string | undefined;
        return async (request) => {
          const { authorization } = request.headers;
          if (authorization === undefined && request.target.endsWith('/baud-rate'))
            return next({ ...request, headers: { ...request.headers, authorization: last } });
          const reply = await next(request);
          if (reply.status === 200) last = authorization ?? last;
          return reply;
        };
      },
    }),
  },
];

/** @param serves whether a request with this token is served; the ticket endpoint still refuses it. */
function withoutAuthentication(serves: (token: string | undefined) => boolean): Decoration {
  return withAdmission(
    ({ endpoint, token, code }) => code === 'AUTH_INVALID' && endpoint !== 'ticket.create' && serves(token),
  );
}

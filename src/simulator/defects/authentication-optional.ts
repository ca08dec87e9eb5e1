// Reading works without a token.
import type { Caller } from '../service/service.js';
import type { Defect } from './defect.js';

export function authenticationOptional(): Defect {
  return acceptsAnyway(
    'authentication-optional',
    'auth.missing',
    'A request without a token is served.',
    (token) => token === undefined,
  );
}

export function madeUpTokenAccepted(): Defect {
  return acceptsAnyway(
    'made-up-token-accepted',
    'auth.invalid',
    'A made-up token is served.',
    (token) => token !== undefined,
  );
}

function acceptsAnyway(
  id: string,
  rule: Defect['rule'],
  summary: string,
  accepts: (token: string | undefined) => boolean,
): Defect {
  return {
    id,
    rule,
    summary,
    service: (service) => {
      let last: Caller | undefined;
      return {
        ...service,
        admit: (endpoint, token) => {
          const admitted = service.admit(endpoint, token);
          if (admitted.ok) last = admitted.value;
          const invalid = !admitted.ok && admitted.refusal.code === 'AUTH_INVALID';
          return invalid && last && endpoint !== 'ticket.create' && accepts(token)
            ? { ok: true, value: last }
            : admitted;
        },
      };
    },
  };
}

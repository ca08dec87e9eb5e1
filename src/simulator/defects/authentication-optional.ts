// Reading works without a token.
import type { Defect } from './defect.js';
import { withAdmission } from './with-admission.js';

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
    ...withAdmission(
      ({ endpoint, token, code }) =>
        code === 'AUTH_INVALID' && endpoint !== 'ticket.create' && accepts(token),
    ),
  };
}

// Access tokens are worthless from the beginning.
import type { Defect } from './defect.js';

export function tokenUseless(): Defect {
  return {
    id: 'token-useless',
    rule: 'auth.token-issued',
    summary: 'An access token that was just issued is not accepted anywhere.',
    ports: (ports) => ({
      ...ports,
      access: {
        ...ports.access,
        issueToken: (credentials) => {
          const issued = ports.access.issueToken(credentials);
          ports.access.expireTokens(credentials.clientId);
          return issued;
        },
      },
    }),
  };
}

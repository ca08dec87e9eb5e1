// The client secret is not compared.
import type { Defect } from './defect.js';

export function wrongSecretAccepted(): Defect {
  return {
    id: 'wrong-secret-accepted',
    rule: 'auth.invalid-credentials',
    summary: 'A token is issued for any clientSecret once the client has authenticated properly.',
    service: (service) => {
      const secrets = new Map<string, string>();
      return {
        ...service,
        issueToken: ({ clientId, clientSecret }) => {
          const known = secrets.get(clientId);
          const issued = service.issueToken({ clientId, clientSecret: known ?? clientSecret });
          if (issued.ok) secrets.set(clientId, known ?? clientSecret);
          return issued;
        },
      };
    },
  };
}

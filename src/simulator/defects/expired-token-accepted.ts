// A token that was good once is good for ever.
import type { ApiClient } from '../service/access.js';
import type { Defect } from './defect.js';

export function expiredTokenAccepted(): Defect {
  return {
    id: 'expired-token-accepted',
    rule: 'auth.expired',
    summary: 'A token that has been used before is accepted after it has expired.',
    ports: (ports) => {
      const holders = new Map<string, ApiClient>();
      return {
        ...ports,
        access: {
          ...ports.access,
          authenticate: (token = '') => {
            const found = ports.access.authenticate(token);
            if (found.ok) holders.set(token, found.value);
            const holder = holders.get(token);
            return holder ? { ok: true, value: holder } : found;
          },
        },
      };
    },
  };
}

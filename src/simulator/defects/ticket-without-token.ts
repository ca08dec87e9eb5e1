// Tickets are handed out to anybody.
import type { Caller } from '../service/service.js';
import type { Defect } from './defect.js';

export function ticketWithoutToken(): Defect {
  return {
    id: 'ticket-without-token',
    rule: 'ws.ticket-needs-token',
    summary: 'The ticket endpoint does not ask for an access token.',
    service: (service) => {
      let last: Caller | undefined;
      return {
        ...service,
        admit: (endpoint, token) => {
          const admitted = service.admit(endpoint, token);
          if (admitted.ok) last = admitted.value;
          else if (endpoint === 'ticket.create' && last) return { ok: true, value: last };
          return admitted;
        },
      };
    },
  };
}

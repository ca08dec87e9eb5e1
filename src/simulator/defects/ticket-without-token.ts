// Tickets are handed out to anybody.
import type { Defect } from './defect.js';
import { withAdmission } from './with-admission.js';

export function ticketWithoutToken(): Defect {
  return {
    id: 'ticket-without-token',
    rule: 'ws.ticket-needs-token',
    summary: 'The ticket endpoint does not ask for an access token.',
    ...withAdmission(({ endpoint }) => endpoint === 'ticket.create'),
  };
}

// Tickets with characters that have to be escaped in a query.
import type { Style } from './style.js';

const ODD = '+/=&%41 #?ä-';

export function oddTickets(): Style {
  return {
    id: 'odd-tickets',
    summary: 'Tickets contain characters that mean something in a URL.',
    because: 'A ticket is a value whose content is no part of the contract.',
    ports: (ports) => {
      const plain = (ticket: string): string => (ticket.startsWith(ODD) ? ticket.slice(ODD.length) : '');
      return {
        ...ports,
        tickets: {
          ...ports.tickets,
          issue: (clientId) => {
            const issued = ports.tickets.issue(clientId);
            return { ...issued, ticket: ODD + issued.ticket };
          },
          holder: (ticket) => ports.tickets.holder(plain(ticket)),
          redeem: (ticket) => ports.tickets.redeem(plain(ticket)),
        },
      };
    },
  };
}

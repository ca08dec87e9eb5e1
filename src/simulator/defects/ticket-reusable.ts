// A ticket opens as many connections as one likes.
import type { Defect } from './defect.js';

export function ticketReusable(): Defect {
  return {
    id: 'ticket-reusable',
    rule: 'ws.ticket-once',
    summary: 'A ticket that has been used opens another connection.',
    ports: (ports) => {
      const used = new Map<string, string>();
      return {
        ...ports,
        tickets: {
          ...ports.tickets,
          redeem: (ticket) => {
            const clientId = ports.tickets.redeem(ticket) ?? used.get(ticket);
            if (clientId !== undefined) used.set(ticket, clientId);
            return clientId;
          },
        },
      };
    },
  };
}

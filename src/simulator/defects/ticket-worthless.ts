// Tickets are handed out and never accepted.
import type { Defect } from './defect.js';

export function ticketWorthless(): Defect {
  return {
    id: 'ticket-worthless',
    rule: 'ws.ticket-issued',
    summary: 'No connection opens with a ticket that was just issued.',
    ports: (ports) => ({ ...ports, tickets: { ...ports.tickets, redeem: () => undefined } }),
  };
}

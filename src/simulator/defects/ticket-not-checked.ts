// Any text opens a connection, as the client that asked for the last ticket.
import type { Caller } from '../service/service.js';
import type { Defect } from './defect.js';

export function ticketNotChecked(): Defect {
  return {
    id: 'ticket-not-checked',
    rule: 'ws.ticket-required',
    summary: 'A connection opens without a ticket, or with a made-up one.',
    service: (service) => {
      let last: Caller | undefined;
      return {
        ...service,
        issueTicket: (caller) => {
          last = caller;
          return service.issueTicket(caller);
        },
        openConnection: (ticket) => {
          const opened = service.openConnection(ticket);
          // A ticket that somebody was given is still good for one connection only.
          if (opened.ok || !last || ticket?.startsWith('wst-')) return opened;
          return { ok: true, value: last };
        },
      };
    },
  };
}

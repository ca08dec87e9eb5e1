// Where an interception meets those who open connections: their tickets, and whether they may connect at all.
import type { Decoration } from './decoration.js';
import type { InterceptionSlot } from './transport/interception.js';

/** To be applied after the defects, so that it is further out than they are. */
export function interceptAccess(slot: InterceptionSlot): Pick<Decoration, 'ports' | 'service'> {
  return {
    ports: (ports) => ({
      ...ports,
      tickets: {
        ...ports.tickets,
        redeem: (ticket) => {
          const clientId = ports.tickets.redeem(ticket);
          if (clientId === undefined || !slot.current) return clientId;
          return slot.current.takesTicketOf(clientId) ? clientId : undefined;
        },
      },
    }),
    service: (service) => ({
      ...service,
      openConnection: (ticket, upgrade) => {
        const refusal = slot.current?.connecting();
        return refusal ? { ok: false, refusal } : service.openConnection(ticket, upgrade);
      },
    }),
  };
}

// One-time tickets that open WebSocket connections (ws.ticket-issued, ws.ticket-once).
import type { Ticket } from '../../contract/schemas/access.js';
import type { Clock } from '../../kernel/clock.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import { createIssuedSecrets, type IssuedSecrets, type TokenSource } from './issued-secrets.js';

export interface TicketOffice extends Pick<IssuedSecrets, 'waitFor'> {
  issue(clientId: string): Ticket;
  /** The client that the ticket was issued to; undefined when it is unknown, used or expired. */
  holder(ticket: string): string | undefined;
  /** As `holder`, and uses the ticket up. */
  redeem(ticket: string): string | undefined;
  /** Tickets that have not been used, oldest first. */
  open(): readonly { readonly clientId: string; readonly expiresAt: number }[];
  /** Makes every open ticket worthless. */
  expireAll(): void;
}

/** @param lifetime of an unused ticket in ms. */
export function createTicketOffice(clock: Clock, random: TokenSource, lifetime: number): TicketOffice {
  const maxPerClient = MEMORY_LIMITS.maxTicketsPerClient;
  const kind = { prefix: 'wst-', length: 32, nameLength: 12, lifetime, maxPerClient };
  const tickets = createIssuedSecrets(clock, random, kind);

  const holder = (ticket: string): string | undefined => {
    const issued = tickets.find(ticket);
    return issued && issued.expiresAt > clock.now() ? issued.clientId : undefined;
  };

  return {
    issue: (clientId) => ({ ticket: tickets.issue(clientId), expiresIn: lifetime / 1000 }),
    waitFor: tickets.waitFor,
    holder,
    redeem: (ticket) => {
      const clientId = holder(ticket);
      tickets.remove(ticket);
      return clientId;
    },
    open: () => [...tickets.all()].map(({ clientId, expiresAt }) => ({ clientId, expiresAt })),
    expireAll: () => tickets.clear(),
  };
}

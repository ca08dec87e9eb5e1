// One-time tickets that open WebSocket connections (ws.ticket-issued, ws.ticket-once).
import type { Ticket } from '../../contract/schemas/access.js';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';

export interface TicketOffice {
  issue(clientId: string): Ticket;
  /** The client that the ticket was issued to; undefined when it is unknown, used or expired. */
  holder(ticket: string): string | undefined;
  /** As `holder`, and uses the ticket up. */
  redeem(ticket: string): string | undefined;
  /** Tickets that have not been used, oldest first. */
  open(): readonly { readonly clientId: string; readonly expiresAt: number }[];
  /** Lets all open tickets expire. */
  expireAll(): void;
}

interface Entry {
  readonly clientId: string;
  readonly expiresAt: number;
}

/** More open tickets than this and the oldest are dropped. */
const MAX_OPEN = 100_000;

/** @param lifetime of an unused ticket in ms. */
export function createTicketOffice(clock: Clock, random: RandomStream, lifetime: number): TicketOffice {
  const entries = new Map<string, Entry>();

  const dropExpired = (): void => {
    // Entries are in the order of their expiry, as all live equally long.
    for (const [ticket, entry] of entries) {
      if (entry.expiresAt > clock.now() && entries.size <= MAX_OPEN) return;
      entries.delete(ticket);
    }
  };

  const holder = (ticket: string): string | undefined => {
    const entry = entries.get(ticket);
    return entry && entry.expiresAt > clock.now() ? entry.clientId : undefined;
  };

  return {
    issue: (clientId) => {
      dropExpired();
      const ticket = `wst-${random.token(24)}`;
      entries.set(ticket, { clientId, expiresAt: clock.now() + lifetime });
      return { ticket, expiresIn: lifetime / 1000 };
    },
    holder,
    redeem: (ticket) => {
      const clientId = holder(ticket);
      entries.delete(ticket);
      return clientId;
    },
    open: () => {
      dropExpired();
      return [...entries.values()];
    },
    expireAll: () => entries.clear(),
  };
}

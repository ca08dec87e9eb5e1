import type { Ticket } from '../../contract/schemas/access.js';
import type { Clock } from '../../kernel/clock.js';
import { type IssuedSecrets, type TokenSource } from './issued-secrets.js';
export interface TicketOffice extends Pick<IssuedSecrets, 'waitFor'> {
    issue(clientId: string): Ticket;
    /** The client that the ticket was issued to; undefined when it is unknown, used or expired. */
    holder(ticket: string): string | undefined;
    /** As `holder`, and uses the ticket up. */
    redeem(ticket: string): string | undefined;
    /** Tickets that have not been used, oldest first. */
    open(): readonly {
        readonly clientId: string;
        readonly expiresAt: number;
    }[];
    /** Makes every open ticket worthless. */
    expireAll(): void;
}
/** @param lifetime of an unused ticket in ms. */
export declare function createTicketOffice(clock: Clock, random: TokenSource, lifetime: number): TicketOffice;

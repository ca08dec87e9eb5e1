import { MEMORY_LIMITS } from '../limits/limits.js';
import { createIssuedSecrets } from './issued-secrets.js';
/** @param lifetime of an unused ticket in ms. */
export function createTicketOffice(clock, random, lifetime) {
    const maxPerClient = MEMORY_LIMITS.maxTicketsPerClient;
    const kind = { prefix: 'wst-', length: 32, nameLength: 12, lifetime, maxPerClient };
    const tickets = createIssuedSecrets(clock, random, kind);
    const holder = (ticket) => {
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

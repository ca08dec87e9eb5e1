import { withPorts } from './wrap/ports.js';
import { withAdmission, withService } from './wrap/service.js';
export const TICKET_DEFECTS = [
    // REST endpoints: a valid access token creates a ticket, which opens a connection.
    {
        id: 'ticket-worthless',
        rule: 'ws.ticket-issued',
        summary: 'No connection opens with a ticket that was just issued.',
        decorate: () => withPorts(() => ({ tickets: { redeem: () => undefined } })),
    },
    // Permissions: a request without authentication is answered with 401, one for a ticket too.
    {
        id: 'ticket-without-token',
        rule: 'ws.ticket-needs-token',
        summary: 'The ticket endpoint does not ask for an access token.',
        decorate: () => withAdmission(({ endpoint }) => endpoint === 'ticket.create'),
    },
    // Permissions: a WebSocket connection needs a valid ticket.
    {
        id: 'ticket-not-checked',
        rule: 'ws.ticket-required',
        summary: 'A connection opens without a ticket, or with a made-up one.',
        decorate: () => withService((service) => {
            let last;
            return {
                issueTicket: (caller) => {
                    last = caller;
                    return service.issueTicket(caller);
                },
                openConnection: (ticket, upgrade) => {
                    const opened = service.openConnection(ticket, upgrade);
                    // A ticket that was issued still opens one connection only.
                    if (opened.ok || !last || ticket?.startsWith('wst-'))
                        return opened;
                    return { ok: true, value: last };
                },
            };
        }),
    },
    // Other rules: a ticket is used up by one connection.
    {
        id: 'ticket-reusable',
        rule: 'ws.ticket-once',
        summary: 'A ticket that has been used opens another connection.',
        decorate: () => withPorts(({ tickets }) => {
            const used = new Map();
            return {
                tickets: {
                    redeem: (ticket) => {
                        const clientId = tickets.redeem(ticket) ?? used.get(ticket);
                        if (clientId !== undefined)
                            used.set(ticket, clientId);
                        return clientId;
                    },
                },
            };
        }),
    },
];

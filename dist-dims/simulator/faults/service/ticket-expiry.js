// Tickets that are refused as expired.
import { z } from 'zod';
import { defineFault } from '../fault.js';
export const ticketExpiry = defineFault({
    type: 'ticket-expiry',
    group: 'service',
    summary: 'WebSocket tickets turn out to have expired when they are presented.',
    occasion: 'ticket',
    selects: ['client'],
    parameters: z.strictObject({}),
    legality: { legal: true, because: 'The lifetime of a ticket is not stated; the client gets another one.' },
    start: (_, site) => ({
        ticket: (clientId) => {
            const firing = site.fire({ what: `ticket of ${clientId}` });
            firing?.note('refused as expired');
            return firing ? 'expired' : 'good';
        },
    }),
});

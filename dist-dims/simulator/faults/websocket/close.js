// The service closes connections, with a code that can be chosen.
import { z } from 'zod';
import { formatDuration } from '../../../kernel/duration.js';
import { defineFault } from '../fault.js';
import { delay, drawDelay } from '../scalars.js';
import { connectionChoice, onConnections } from './which-connections.js';
/** 1006 stands for a connection that breaks without a closing handshake. */
const CODES = [1000, 1001, 1002, 1003, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014];
export const close = defineFault({
    type: 'close',
    group: 'websocket',
    summary: 'WebSocket connections are closed with a code of your choice, at once or after a while.',
    occasion: 'connection',
    selects: ['client'],
    parameters: z.strictObject({
        code: z
            .int()
            .refine((code) => CODES.includes(code) || (code >= 3000 && code <= 4999), {
            error: 'is 1000 to 1003, 1006 to 1014, or 3000 to 4999',
        })
            .default(1001)
            .describe('Close code; 1006 breaks the connection without a close frame'),
        reason: z.string().max(60).default('ordered').describe('Text beside the code'),
        connections: connectionChoice('open'),
        lifetime: delay().prefault('0s').describe('How long a connection lives on'),
    }),
    legality: { legal: true, because: 'The connection can close at any time; the client connects again.' },
    start: ({ code, reason, connections, lifetime }, site) => onConnections(site, connections, (connection, firing) => {
        const wait = drawDelay(lifetime, site.random);
        const shut = () => {
            connection.close({ code, reason });
            firing.note(`closed with ${code}${wait > 0 ? ` after ${formatDuration(wait)}` : ''}`);
        };
        if (wait > 0)
            site.after(wait, shut);
        else
            shut();
    }),
});

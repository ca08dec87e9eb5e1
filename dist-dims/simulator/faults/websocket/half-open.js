// A connection that stays open while frames of both directions are lost.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { connectionChoice, onConnections } from './which-connections.js';
export const halfOpen = defineFault({
    type: 'half-open',
    group: 'websocket',
    summary: 'WebSocket connections stay open while nothing comes or goes; in the end they break.',
    occasion: 'connection',
    selects: ['client'],
    parameters: z.strictObject({ connections: connectionChoice('open') }),
    legality: {
        legal: true,
        because: 'A network may die without a word; heartbeats are there to notice (client.heartbeat).',
    },
    start: ({ connections }, site) => {
        const cuts = [];
        return {
            ...onConnections(site, connections, (connection, firing) => {
                cuts.push(connection.sever());
                firing.note('nothing comes or goes any more');
            }),
            end: () => {
                for (const cut of cuts)
                    cut();
                if (cuts.length > 0)
                    site.over(`${cuts.length} half-open connections broken`);
            },
        };
    },
});

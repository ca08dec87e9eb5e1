// A connection whose frames are held back and then all come at once.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { connectionChoice, onConnections } from './which-connections.js';
export const stall = defineFault({
    type: 'stall',
    group: 'websocket',
    summary: 'Frames of both directions are held back until the fault ends, then released in order.',
    occasion: 'connection',
    selects: ['client'],
    parameters: z.strictObject({ connections: connectionChoice('all') }),
    legality: { legal: true, because: 'The interface states no time within which a frame has arrived.' },
    start: ({ connections }, site) => {
        const releases = [];
        return {
            ...onConnections(site, connections, (connection, firing) => {
                releases.push(connection.hold());
                firing.note('frames are held back');
            }),
            end: () => {
                for (const release of releases)
                    release();
                if (releases.length > 0)
                    site.over(`frames of ${releases.length} connections released`);
            },
        };
    },
});

// A relay whose contact no longer follows its coil, so that the reported state and the true one differ.
import { z } from 'zod';
import { defineFault } from '../fault.js';
export const stuckRelay = defineFault({
    type: 'stuck-relay',
    group: 'device',
    summary: 'The contact of a relay stays where it is while the device reports what it was told.',
    occasion: 'switching',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
        relays: z.array(z.int().min(1)).min(1).optional().describe('Indices; all relays when absent'),
        at: z
            .enum(['here', 'open', 'closed'])
            .default('here')
            .describe('Where the contact sticks: where it is, or where it jumps to when the fault begins'),
    }),
    legality: {
        legal: false,
        because: 'A relay command succeeds, and the relay is not in the state that was asked for.',
        breaks: ['relay.effect'],
    },
    start: ({ relays, at }, site) => ({
        influences: ({ deviceId }) => {
            /** The last command that had no effect on a relay; the same command again is not a new occasion. */
            const refused = new Map();
            return {
                contact: (relay, commanded, closed) => {
                    if (relays && !relays.includes(relay))
                        return commanded;
                    const place = at === 'here' ? closed : at === 'closed';
                    if (commanded === place) {
                        refused.delete(relay);
                        return commanded;
                    }
                    if (refused.get(relay) === commanded)
                        return place;
                    const firing = site.fire({ what: `relay ${relay} of ${deviceId}`, deviceId });
                    if (!firing)
                        return commanded;
                    refused.set(relay, commanded);
                    firing.note(`contact stays ${place ? 'closed' : 'open'}, the coil is told ${commanded ? 'on' : 'off'}`);
                    return place;
                },
            };
        },
    }),
});

// A device whose operations take longer.
import { z } from 'zod';
import { formatDuration } from '../../../kernel/duration.js';
import { defineFault } from '../fault.js';
import { delay, drawDelay } from '../scalars.js';
import { operationKinds } from './operation-kinds.js';
export const slow = defineFault({
    type: 'slow',
    group: 'device',
    summary: 'Devices take longer for what they do: always the same, within bounds, or log-normal.',
    occasion: 'operation',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
        delay: delay().describe('How much longer an operation takes'),
        operations: operationKinds,
    }),
    legality: {
        legal: true,
        because: 'The interface states no time in which a device answers; others meet DEVICE_BUSY meanwhile.',
    },
    start: (parameters, site) => ({
        influences: ({ deviceId }) => ({
            operationTime: (nominal, kind) => {
                if (!parameters.operations.includes(kind))
                    return nominal;
                const firing = site.fire({ what: `${kind} on ${deviceId}`, deviceId });
                if (!firing)
                    return nominal;
                const extra = drawDelay(parameters.delay, site.random);
                firing.note(`takes ${formatDuration(extra)} longer`);
                return nominal + extra;
            },
        }),
    }),
});

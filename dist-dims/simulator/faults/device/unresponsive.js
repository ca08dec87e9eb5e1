// A device that is online and does not answer.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { operationKinds } from './operation-kinds.js';
export const unresponsive = defineFault({
    type: 'unresponsive',
    group: 'device',
    summary: 'Devices do not answer; what they were asked for is not done, or done without a word.',
    occasion: 'operation',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
        executes: z.boolean().default(false).describe('Whether the device does what it does not answer for'),
        operations: operationKinds,
    }),
    legality: {
        legal: true,
        because: 'A command that the device does not answer ends as TIMEOUT, and a refresh is refused.',
    },
    start: ({ executes, operations }, site) => ({
        influences: ({ deviceId }) => ({
            answering: (kind) => {
                if (!operations.includes(kind))
                    return 'normal';
                const firing = site.fire({ what: `${kind} on ${deviceId}`, deviceId });
                firing?.note(executes ? 'carried out and not answered' : 'not heard');
                if (!firing)
                    return 'normal';
                return executes ? 'mute' : 'deaf';
            },
        }),
    }),
});

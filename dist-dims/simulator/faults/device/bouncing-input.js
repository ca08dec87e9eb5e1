// A worn contact in front of a digital input.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { span } from '../../../document/duration.js';
export const bouncingInput = defineFault({
    type: 'bouncing-input',
    group: 'device',
    summary: 'Each edge of a digital input bounces; longer than the debounce time, and events follow.',
    occasion: 'edge',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
        inputs: z.array(z.int().min(1)).min(1).optional().describe('Indices; all inputs when absent'),
        bounces: z.int().min(1).max(100).default(3).describe('How often the contact leaves its new level'),
        within: span().prefault('200ms').describe('How long it bounces'),
    }),
    legality: { legal: true, because: 'The input does change; an event for each change is what is stated.' },
    start: ({ inputs, bounces, within }, site) => ({
        influences: ({ deviceId }) => ({
            bounce: (input, offsets) => {
                if (inputs && !inputs.includes(input))
                    return offsets;
                const firing = site.fire({ what: `edge of input ${input} of ${deviceId}`, deviceId });
                if (!firing)
                    return offsets;
                // Each bounce has two moments: the contact leaves its position, and returns to it.
                const extra = Array.from({ length: 2 * bounces }, () => within * site.random.fraction());
                firing.note(`bounces ${bounces} times within ${within} ms`);
                return [...offsets, ...extra].toSorted((a, b) => a - b);
            },
        }),
    }),
});

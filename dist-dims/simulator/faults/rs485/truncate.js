// The end of an answer is missing.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { changeAnswers } from './answers.js';
export const truncate = defineFault({
    type: 'rs485-truncate',
    group: 'rs485',
    summary: 'Answers of RS485 peripherals break off before their end.',
    occasion: 'answer',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
        keep: z.int().min(1).default(1).describe('How many bytes arrive; one less than all of a short answer'),
    }),
    legality: {
        legal: false,
        because: 'The service returns the bytes that arrived, which are not those that the peripheral has sent.',
        breaks: ['rs485.transceive'],
    },
    start: ({ keep }, site) => changeAnswers(site, (answer) => {
        const all = answer.bytes.length;
        const bytes = answer.bytes.slice(0, Math.min(keep, Math.max(0, all - 1)));
        return { answer: { ...answer, bytes }, effect: `${bytes.length} of ${all} bytes arrive` };
    }),
});

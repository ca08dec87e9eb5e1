// Peripherals answer late; an answer after the timeout of the transceive becomes unsolicited data.
import { z } from 'zod';
import { formatDuration } from '../../../kernel/duration.js';
import { defineFault } from '../fault.js';
import { delay, drawDelay } from '../scalars.js';
import { changeAnswers } from './answers.js';
export const late = defineFault({
    type: 'rs485-late',
    group: 'rs485',
    summary: 'Answers of RS485 peripherals come late; after the wait is over they become an event.',
    occasion: 'answer',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
        delay: delay().prefault('2s').describe('How much later the first byte comes'),
    }),
    legality: {
        legal: true,
        because: 'Data that no transceive waits for any more are unsolicited (events.rs485-received).',
    },
    start: (parameters, site) => changeAnswers(site, (answer) => {
        const extra = drawDelay(parameters.delay, site.random);
        return {
            answer: { ...answer, delay: answer.delay + extra },
            effect: `${formatDuration(extra)} late`,
        };
    }),
});

// Peripherals do not answer.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { changeAnswers } from './answers.js';
export const mute = defineFault({
    type: 'rs485-mute',
    group: 'rs485',
    summary: 'Answers of RS485 peripherals never reach the device.',
    occasion: 'answer',
    selects: ['device', 'profile'],
    parameters: z.strictObject({}),
    legality: { legal: true, because: 'A transceive that nobody answers ends as TIMEOUT (rs485.timeout).' },
    start: (_, site) => changeAnswers(site, () => ({ answer: undefined, effect: 'lost' })),
});

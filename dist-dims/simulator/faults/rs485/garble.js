// Some bytes of an answer arrive as others.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { changeAnswers } from './answers.js';
export const garble = defineFault({
    type: 'rs485-garble',
    group: 'rs485',
    summary: 'Bytes in the answers of RS485 peripherals are changed on the way.',
    occasion: 'answer',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
        bytes: z.int().min(1).default(1).describe('How many bytes are changed; all of a shorter answer'),
    }),
    legality: {
        legal: false,
        because: 'The service returns the bytes that arrived, which are not those that the peripheral has sent.',
        breaks: ['rs485.transceive'],
    },
    start: ({ bytes: wanted }, site) => changeAnswers(site, (answer) => {
        const bytes = Uint8Array.from(answer.bytes);
        const places = Array.from(bytes, (_, at) => at);
        const count = Math.min(wanted, bytes.length);
        for (let nth = 0; nth < count; nth++) {
            const drawn = site.random.integer(nth, places.length - 1);
            const place = places[drawn] ?? 0;
            places[drawn] = places[nth] ?? 0;
            // At least one bit is flipped.
            bytes[place] = (bytes[place] ?? 0) ^ site.random.integer(1, 255);
        }
        return { answer: { ...answer, bytes }, effect: `${count} of ${bytes.length} bytes changed` };
    }),
});

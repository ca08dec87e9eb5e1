// `frame: '{"type":'` sends a WebSocket frame spelled out by hand, for malformed input.
import { z } from 'zod';
import { OPERATION_NAMES, operationFacts } from '../../../contract/operations.js';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';
/** What a server has to have for the operations that the text names. */
function featuresNamed(text) {
    return OPERATION_NAMES.flatMap((name) => {
        const { feature } = operationFacts(name);
        return feature && text.includes(name) ? [feature] : [];
    });
}
export const frame = defineRequest({
    name: 'frame',
    summary: 'Sends a WebSocket frame as written, in the names of the wire.',
    schema: z.strictObject({
        frame: z.unknown().describe('a text goes out as it is, anything else as JSON'),
        ...requesting,
    }),
    channels: ['ws'],
    capabilities: ['websocket'],
    capabilitiesOf: ({ frame: written }) => featuresNamed(JSON.stringify(written) ?? ''),
    request: ({ frame: written }) => ({
        call: { name: 'frame', text: typeof written === 'string' ? written : JSON.stringify(written) },
    }),
});

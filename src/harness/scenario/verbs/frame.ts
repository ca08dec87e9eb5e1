// `frame: '{"type":'` sends a WebSocket frame spelled out by hand, for malformed input.
import { z } from 'zod';
import type { Feature } from '../../../contract/features.js';
import { OPERATION_NAMES, operationFacts } from '../../../contract/operations.js';
import { REQUEST_TOPICS } from '../../../contract/topics.js';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';

/** The identifier of a request whose data is written by hand. */
const ODD_REQUEST = 'conform-odd-request';

/** What a server has to have for the operations that the text names. */
function featuresNamed(text: string): readonly Feature[] {
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
    topic: z
      .enum(REQUEST_TOPICS)
      .optional()
      .describe('send a request of this topic in the form of the dialect, with `frame` as its data'),
    requestId: z
      .string()
      .min(1)
      .optional()
      .describe('the identifier of that request; default: one of its own'),
    ...requesting,
  }),
  channels: ['ws'],
  capabilities: ['websocket'],
  capabilitiesOf: ({ frame: written }) => featuresNamed(JSON.stringify(written) ?? ''),
  request: ({ frame: written, topic, requestId = ODD_REQUEST }, { target }) => {
    const asked = topic && { topic, requestId, data: written };
    const whole = asked ? target.dialect.shapes.wsRequest.encode(asked) : written;
    return { call: { name: 'frame', text: typeof whole === 'string' ? whole : JSON.stringify(whole) } };
  },
});

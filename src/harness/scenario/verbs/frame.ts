// `frame: '{"type":'` sends a WebSocket frame spelled out by hand, for malformed input.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';

export const frame = defineRequest({
  name: 'frame',
  summary: 'Sends a WebSocket frame as written, in the names of the wire.',
  schema: z.strictObject({
    frame: z.unknown().describe('a text goes out as it is, anything else as JSON'),
    ...requesting,
  }),
  channels: ['ws'],
  capabilities: ['websocket'],
  request: ({ frame: written }) => ({
    call: { name: 'frame', text: typeof written === 'string' ? written : JSON.stringify(written) },
  }),
});

// `ping:` sends the heartbeat of the WebSocket channel.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { defineRequest, nothing } from './request-verb.js';
export const ping = defineRequest({
    name: 'ping',
    summary: 'Sends session.ping over a connection.',
    schema: z.strictObject({ ping: nothing, ...requesting }),
    channels: ['ws'],
    capabilities: ['websocket'],
    request: () => ({ call: { name: 'ping' } }),
});

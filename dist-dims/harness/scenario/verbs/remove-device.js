// `removeDevice: $managed.deviceId` takes a device out of the list of the client.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';
export const removeDevice = defineRequest({
    name: 'removeDevice',
    summary: 'Removes a device; only the one that the profile offers for management is ever removed.',
    schema: z.strictObject({
        removeDevice: z.string().min(1).describe('the identifier, mostly as $managed.deviceId'),
        ...requesting,
    }),
    channels: ['rest'],
    capabilities: ['manage', 'removing'],
    scope: 'device:manage',
    request: ({ removeDevice: deviceId }) => ({ call: { name: 'removeDevice', deviceId } }),
});

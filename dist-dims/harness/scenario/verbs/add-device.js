// `addDevice: $managed.deviceId` with `profileId` and `password` puts a device into the list of the client.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';
export const addDevice = defineRequest({
    name: 'addDevice',
    summary: 'Adds a device; only the one that the profile offers for management is ever added.',
    schema: z.strictObject({
        addDevice: z.string().min(1).describe('the identifier, mostly as $managed.deviceId'),
        profileId: z.string().min(1).describe('the type of the device, mostly as $managed.profileId'),
        password: z.string().min(1).describe('its password, mostly as $managed.password'),
        name: z.string().min(1).optional().describe('how the device list calls it'),
        ...requesting,
    }),
    channels: ['rest'],
    capabilities: ['manage', 'adding'],
    scope: 'device:manage',
    request: ({ addDevice: deviceId, profileId, password, name }) => ({
        call: {
            name: 'addDevice',
            addition: { deviceId, ...(name === undefined ? {} : { name }), profileId, password },
        },
    }),
});

// `changePassword: $managed.deviceId` with `from` and `to` gives a device another password.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';
export const changePassword = defineRequest({
    name: 'changePassword',
    summary: 'Replaces the password of the device that the profile offers for management.',
    schema: z.strictObject({
        changePassword: z.string().min(1).describe('the identifier, mostly as $managed.deviceId'),
        from: z.string().min(1).describe('the current password, at first $managed.password'),
        to: z.string().min(1).describe('the new password'),
        ...requesting,
    }),
    channels: ['rest'],
    capabilities: ['manage', 'passwords'],
    scope: 'device:manage',
    request: ({ changePassword: deviceId, from, to }) => ({
        call: { name: 'changePassword', deviceId, change: { currentPassword: from, newPassword: to } },
    }),
});

// `readConfig: plant` reads jog durations and the RS485 baud rate.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { addressed, checkDevice, deviceField, deviceNameIn } from './device-field.js';
import { defineRequest } from './request-verb.js';
export const readConfig = defineRequest({
    name: 'readConfig',
    summary: 'Reads the configuration of a device.',
    schema: z.strictObject({ readConfig: deviceField, ...requesting }),
    channels: ['rest'],
    device: (fields) => deviceNameIn(fields.readConfig),
    scope: 'device:read',
    settings: () => 'reads',
    check: (fields, check) => checkDevice(check, 'readConfig', fields.readConfig),
    request: (fields, context) => ({
        call: { name: 'readConfig', deviceId: addressed(context, fields.readConfig).deviceId },
    }),
});

// `listProfiles:` lists the device types.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { defineRequest, nothing } from './request-verb.js';
export const listProfiles = defineRequest({
    name: 'listProfiles',
    summary: 'Lists the device profiles.',
    schema: z.strictObject({ listProfiles: nothing, ...requesting }),
    channels: ['rest'],
    capabilities: ['device-profiles'],
    scope: 'device:read',
    request: () => ({ call: { name: 'listProfiles' } }),
});

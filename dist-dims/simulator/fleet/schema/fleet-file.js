// The whole fleet file as it is written.
import { z } from 'zod';
import { SCOPES } from '../../../contract/scopes.js';
import { limits } from './limits.js';
import { overridesSchema, profileSchema, timing } from './profile.js';
import { signalSchema } from './signals.js';
const id = z.string().min(1).max(256);
const client = z.strictObject({
    secret: z.string().min(1).max(1024),
    scopes: z.array(z.enum(SCOPES)),
    devices: z
        .union([z.literal('all'), z.array(id)])
        .default('all')
        .describe('`all`, or device ids; `*` stands for any text, `{01..12}` for a range'),
    disabled: z.boolean().default(false),
});
export function fleetFileSchema(load) {
    const signal = signalSchema(load);
    const device = z.strictObject({
        deviceId: id.describe('One id, or a template: `plant-{0001..5000}`'),
        profile: id,
        name: z.string().max(256).exactOptional().describe('In a template, `{n}` is the number'),
        password: z
            .string()
            .min(1)
            .max(256)
            .default('demo-password')
            .describe('In a template, `{n}` is the number'),
        overrides: overridesSchema(signal).exactOptional(),
    });
    return z.strictObject({
        seed: z.int().default(1),
        timing: timing.exactOptional(),
        limits: limits.prefault({}),
        profiles: z.record(id, profileSchema(signal)),
        devices: z.array(device).default([]),
        clients: z.record(id, client).default({}),
    });
}

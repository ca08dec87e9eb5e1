// The whole fleet file as it is written.
import { z } from 'zod';
import { SCOPE_MEANINGS } from '../../../contract/scopes.js';
import { explained } from '../../../document/explained.js';
import { limits } from './limits.js';
import { overridesSchema, profileSchema, timing } from './profile.js';
import { type LoadText, signalSchema } from './signals.js';

const id = z.string().min(1).max(256);

const client = z.strictObject({
  secret: z.string().min(1).max(1024).describe('The secret that it gets tokens with'),
  scopes: z.array(explained(SCOPE_MEANINGS)).describe('What it may do'),
  devices: z
    .union([z.literal('all'), z.array(id)])
    .default('all')
    .describe('`all`, or device ids; `*` stands for any text, `{01..12}` for a range'),
  disabled: z.boolean().default(false).describe('Its requests are refused with APP_DISABLED'),
});

export function fleetFileSchema(load: LoadText) {
  const signal = signalSchema(load);
  const device = z.strictObject({
    deviceId: id.describe('One id, or a template: `plant-{0001..5000}`'),
    profile: id.describe('The id of a profile'),
    name: z.string().max(256).exactOptional().describe('In a template, `{n}` is the number'),
    password: z
      .string()
      .min(1)
      .max(256)
      .default('demo-password')
      .describe('In a template, `{n}` is the number'),
    overrides: overridesSchema(signal)
      .exactOptional()
      .describe('What it has otherwise than its profile: whole groups of channels, single times'),
  });
  return z.strictObject({
    seed: z.int().default(1).describe('Where all chance of the devices comes from'),
    timing: timing.exactOptional(),
    limits: limits.prefault({}).describe('Lifetimes, quotas and bounds of the service'),
    profiles: z.record(id, profileSchema(signal)).describe('Device types by id'),
    devices: z.array(device).default([]).describe('Devices and templates of devices'),
    clients: z.record(id, client).default({}).describe('API clients by id'),
  });
}

export type FleetFile = z.output<ReturnType<typeof fleetFileSchema>>;
export type DeviceFile = FleetFile['devices'][number];

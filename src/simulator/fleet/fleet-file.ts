// The whole fleet file as it is written.
import * as z from 'zod';
import { SCOPE_MEANINGS } from '../../contract/scopes.js';
import { editorSchema, explained, type JsonSchema } from '../../document/editor-schema.js';
import { overridesSchema, profileSchema, timing } from '../device/schema/profile.js';
import { type LoadText, signalSchema, optional } from '../device/schema/signals.js';
import { QUOTA_CLASSES } from '../../contract/endpoints.js';
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import { durationSchema, spanSchema } from '../../document/duration.js';

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

// The numbers of the service in a fleet file: lifetimes, quotas and bounds.

const quota = z.strictObject({
  limit: z.int().min(1).describe('How many requests'),
  window: spanSchema().describe('In how much time'),
});
const bytes = z.int().min(1024);
const several = z.int().min(1);

const limits = z.strictObject(
  optional({
    accessTokenLifetime: spanSchema().describe('How long an access token is valid'),
    ticketLifetime: spanSchema().describe('How long a WebSocket ticket is valid'),
    commandRetention: spanSchema().describe('How long a finished command and its key are kept'),
    maxCommands: several.describe('Commands that are kept at once'),
    refreshInterval: durationSchema(REFRESH_MIN_INTERVAL).describe(
      'Least time between two refreshes of one device',
    ),
    asynchronousCommands: z.boolean().describe('Answer operations at once with a pending command'),
    quotas: z.partialRecord(z.enum(QUOTA_CLASSES), quota).describe('Requests of one API client per window'),
    maxBodyBytes: bytes.describe('The largest body of a REST request'),
    maxMessageBytes: bytes.describe('The largest frame of a WebSocket connection'),
    heartbeatTimeout: spanSchema().describe('A connection that sends nothing for so long is closed'),
    maxConnections: several.describe('WebSocket connections that may be open at once'),
    maxConnectionsPerClient: several.describe(
      'WebSocket connections that one API client may have open at once',
    ),
    maxInFlight: several.describe('Requests of one connection that may be under way at once'),
    maxBacklogBytes: bytes.describe('Bytes that may wait for one connection before it is closed as too slow'),
  }),
);

// The fleet file as a JSON Schema, by which editors complete and check it.

export function fleetJsonSchema(): JsonSchema {
  return editorSchema(
    'fleet',
    'A fleet of conform',
    fleetFileSchema(() => undefined),
  );
}

// The numbers of the service in a fleet file: lifetimes, quotas and bounds.
import { z } from 'zod';
import { QUOTA_CLASSES } from '../../../contract/endpoints.js';
import { REFRESH_MIN_INTERVAL } from '../../../contract/limits.js';
import { durationSchema, spanSchema } from '../../../document/duration.js';
import { optional } from './scalars.js';

const quota = z.strictObject({
  limit: z.int().min(1).describe('How many requests'),
  window: spanSchema().describe('In how much time'),
});
const bytes = z.int().min(1024);
const several = z.int().min(1);

export const limits = z.strictObject(
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

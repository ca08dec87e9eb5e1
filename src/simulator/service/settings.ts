// The numbers that the interface leaves to the service. A fleet file may set each of them.
import type { QuotaClass } from '../../contract/endpoints.js';
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';

export interface Quota {
  /** Requests that one API client may make in a window. */
  readonly limit: number;
  /** Length of the window in ms. */
  readonly window: number;
}

export interface ServiceSettings {
  /** Lifetime of an access token in ms. */
  readonly accessTokenLifetime: number;
  /** Lifetime of an unused ticket in ms. */
  readonly ticketLifetime: number;
  /** How long a finished command and its key are kept, in ms. */
  readonly commandRetention: number;
  /** The most commands kept at once; the oldest finished ones go first. */
  readonly maxCommands: number;
  /** WebSocket connections that one API client may have open at once. */
  readonly maxConnectionsPerClient: number;
  /** Least time between two refreshes of one device in ms; never under the three seconds of the interface. */
  readonly refreshInterval: number;
  /** Answer operations at once with a pending command, to be polled. */
  readonly asynchronousCommands: boolean;
  readonly quotas: Readonly<Record<QuotaClass, Quota>>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const DEFAULT_SETTINGS: ServiceSettings = {
  accessTokenLifetime: HOUR,
  ticketLifetime: MINUTE,
  commandRetention: 24 * HOUR,
  maxCommands: 100_000,
  maxConnectionsPerClient: 10_000,
  refreshInterval: REFRESH_MIN_INTERVAL,
  asynchronousCommands: false,
  quotas: {
    token: { limit: 600, window: MINUTE },
    query: { limit: 60_000, window: MINUTE },
    refresh: { limit: 6_000, window: MINUTE },
    control: { limit: 12_000, window: MINUTE },
    manage: { limit: 6_000, window: MINUTE },
    ticket: { limit: 6_000, window: MINUTE },
    connect: { limit: 6_000, window: MINUTE },
    message: { limit: 60_000, window: MINUTE },
  },
};

// The numbers that the interface leaves to the service. A fleet file may set each of them.
import type { QuotaClass } from '../../contract/endpoints.js';
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';

export interface Quota {
  /** Requests that one API client may make in a window. */
  readonly limit: number;
  /** Length of the window in ms. */
  readonly window: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type ServiceSettings = Readonly<typeof DEFAULT_SETTINGS>;

/** Times in ms. */
export const DEFAULT_SETTINGS = {
  accessTokenLifetime: HOUR,
  /** Of an unused ticket. */
  ticketLifetime: MINUTE,
  /** How long a finished command and its key are kept. */
  commandRetention: 24 * HOUR,
  /** The most commands kept at once; the oldest finished ones go first. */
  maxCommands: 100_000,
  /** WebSocket connections that one API client may have open at once. */
  maxConnectionsPerClient: 10_000,
  /** Least time between two refreshes of one device; never under the three seconds of the interface. */
  refreshInterval: REFRESH_MIN_INTERVAL,
  /** Answer operations at once with a pending command, to be polled. */
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
  } satisfies Readonly<Record<QuotaClass, Quota>>,
};

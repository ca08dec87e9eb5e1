import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DEFAULT_SETTINGS = {
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

// The limits of the channels themselves. A fleet file may set each of them.
export const DEFAULT_TRANSPORT_SETTINGS = {
    maxBodyBytes: 64 * 1024,
    maxMessageBytes: 64 * 1024,
    heartbeatTimeout: 90_000,
    maxConnections: 20_000,
    maxInFlight: 1024,
    maxBacklogBytes: 1024 * 1024,
};

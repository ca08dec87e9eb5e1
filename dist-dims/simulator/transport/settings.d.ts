export interface TransportSettings {
    /** Largest request body in bytes. */
    readonly maxBodyBytes: number;
    /** Largest WebSocket message in bytes. */
    readonly maxMessageBytes: number;
    /** A connection that has sent nothing for this many ms is closed. */
    readonly heartbeatTimeout: number;
    readonly maxConnections: number;
    /** Requests of one connection that may be under way at once. */
    readonly maxInFlight: number;
    /** Bytes that may wait to be read by one connection before it is closed as too slow. */
    readonly maxBacklogBytes: number;
}
export declare const DEFAULT_TRANSPORT_SETTINGS: TransportSettings;
